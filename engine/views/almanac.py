"""The almanac that the options of a moment ask for."""

from __future__ import annotations

from typing import Any

from facts.instants import MomentError
from facts.moment import Almanac, Place, Reckoning


def almanac_of(options: dict[str, Any]) -> Almanac:
    """Zone, place and reckoning; MomentError where they cannot be, or contradict each other."""
    place, zone = None, options["zone"]
    if options["place"] is not None:
        if options["longitude"] is not None or options["latitude"] is not None:
            raise MomentError("--place and --longitude or --latitude: give one of them")
        from facts.places import place_of

        named = place_of(options["place"])
        place = named.place
        zone = (named.zone or None) if zone is None else zone
    elif options["longitude"] is not None:
        place = Place(options["longitude"], options["latitude"])
    elif options["latitude"] is not None:
        raise MomentError("--latitude alone is no place: give --longitude as well")
    reckoning = Reckoning(
        clock=options["clock"] or "clock",
        day_start=int(options["day_start"] or 23),
        terms=options["terms"] or "true",
        day_part=options["day_part"] or "hours",
    )
    default = Almanac()
    return Almanac(
        default.zone if zone is None else zone,
        place,
        reckoning,
        options["between"] or default.between,
    )
