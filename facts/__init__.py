"""Liu Ren 六壬: from a notation to charts, terms and facts."""
