"""Did-you-mean for names, in English and in Chinese with its variant characters.

The books, their editions and modern keyboards write one name in several ways: 遊都, 逰都, 游都.
`fold` brings such spellings together, so that a name is found however it is written; `suggest`
finds what may have been meant when a name is not found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

# Each pair is a variant and the character it is read as. Only pairs that never tell two names of
# the field apart stand here: 干 and 乾, 后 and 後, 己 已 巳 are different words and are not folded.
_VARIANTS = (
    # Variants of the printed editions.
    "遊游 逰游 剋克 衝沖 冲沖 夘卯 徳德 圡土 亾亡 闗關 関關 兇凶 騰螣 腾螣 滕螣 虵蛇 徴徵 "
    "録錄 禄祿 刼劫 却卻 絶絕 歳歲 隂陰 隣鄰 羣群 衆眾 讐讎 峯峰 烟煙 鬬鬥 鬭鬥 爲為 呉吳 "
    "竒奇 吊弔 騐驗 黒黑 靑青 眞真 冦寇 彊強 卽即 恒恆 啓啟 敎教 旣既 "
    # Simplified characters.
    "龙龍 阴陰 阳陽 将將 传傳 课課 时時 岁歲 马馬 门門 驿驛 罗羅 贼賊 军軍 战戰 胜勝 败敗 贵貴 "
    "陈陳 从從 杀殺 丧喪 绝絕 关關 独獨 飞飛 凤鳳 鸟鳥 灵靈 伤傷 气氣 当當 见見 会會 报報 骑騎 "
    "东東 财財 宫宮 诀訣 长長 车車 红紅 华華 盖蓋 黄黃 风風 电電 灾災 狱獄 讼訟 鸡雞 龟龜 遥遙 "
    "别別 责責 专專 虚虛 实實 无無 卫衛 宾賓 国國 围圍 敌敵 阵陣 营營 众眾 粮糧 间間 谍諜 谋謀 "
    "顺順 乱亂 属屬 释釋 纪紀 闭閉 开開 惊驚 浊濁 轮輪 强強 义義 亲親 离離 损損 动動 静靜 进進 "
    "连連 归歸 经經 纲綱 网網 炼煉 铁鐵 钺鉞 锁鎖 铸鑄 钥鑰 数數 鱼魚 鹤鶴 鸣鳴 乌烏 鸦鴉 雾霧 "
    "圣聖 医醫 药藥 闻聞 问問 择擇 选選 旧舊 极極 乐樂 权權 职職 诏詔 诈詐 诛誅 谒謁 谗讒 "
    "妇婦 孙孫 帅帥 师師 带帶 应應 庙廟 张張 忧憂 怀懷 恶惡 悬懸 执執 护護 据據 断斷 显顯 术術 "
    "条條 树樹 横橫 残殘 毁毀 毕畢 汉漢 泽澤 浅淺 测測 济濟 渊淵 满滿 灭滅 炉爐 点點 烛燭 热熱 "
    "状狀 猎獵 献獻 环環 现現 监監 盘盤 祸禍 种種 积積 称稱 穷窮 类類 终終 结結 统統 缓緩 罚罰 "
    "节節 荧熒 虏虜 蚀蝕 袭襲 观觀 规規 视視 计計 论論 说說 请請 诸諸 谁誰 货貨 贫貧 费費 赏賞 "
    "轨軌 转轉 载載 辅輔 输輸 辞辭 边邊 达達 迁遷 过過 运運 还還 远遠 违違 迟遲 邻鄰 针針 钱錢 "
    "广廣 苏蘇 庆慶 伦倫 纽紐 约約 矶磯 鲁魯 台臺 尔爾 滨濱 兰蘭 萨薩 内內 "
    "钩鉤 锋鋒 镇鎮 镜鏡 队隊 际際 陆陸 险險 随隨 隐隱 难難 领領 饮飲 驰馳 验驗 齐齊 齿齒"
)
_FOLDED = str.maketrans({pair[0]: pair[1] for pair in _VARIANTS.split()})

# Characters that are mistaken for one another, the first of each group standing for all.
_CONFUSED = "己已巳 后後 干乾幹 戊戌戍 玄元 煞殺 徵征 土士 未末 日曰 云雲"
_CONFOUNDED = str.maketrans({other: group[0] for group in _CONFUSED.split() for other in group[1:]})

_LONGEST = 64  # nobody mistypes a longer name, and comparing costs the square of the length
_SIMILAR = 0.65  # of difflib's ratio


def fold(name: str) -> str:
    """Return the name with variant and simplified characters replaced: 逰都 and 遊都 give 游都."""
    return unicodedata.normalize("NFKC", name).translate(_FOLDED)


def suggest(name: str, known: Iterable[str], *, limit: int = 3) -> list[str]:
    """Return the known names that may have been meant, the likeliest first, at most `limit`.

    First what is the same but for variant characters, capitals or hyphens; then what is the
    same but for characters often mistaken (己 已 巳) or the order of the words; then what is a
    few typing errors away (one in a name of up to five characters); then what is similar.
    """
    if len(name) > _LONGEST:
        return []
    mine = _plain(name)
    matcher = SequenceMatcher(None, "", mine, autojunk=False)
    ranked = [(r, other) for other in dict.fromkeys(known) if (r := _rank(mine, other, matcher))]
    return [other for _, other in sorted(ranked, key=lambda pair: pair[0])[:limit]]


def _rank(mine: str, other: str, matcher: SequenceMatcher[str]) -> tuple[float, ...] | None:
    """Return how far two names are apart, less being nearer, or None for too far."""
    theirs = _plain(other)
    if mine == theirs:
        return (0,)
    if mine.translate(_CONFOUNDED) == theirs.translate(_CONFOUNDED):
        return 1, 0
    if sorted(mine.split("_")) == sorted(theirs.split("_")):
        return 1, 1
    longest = max(len(mine), len(theirs))
    matcher.set_seq1(theirs)
    # The quick ratio bounds the ratio, and a third of errors leaves it at 2/3 (in two: 1/2).
    if matcher.quick_ratio() < (_SIMILAR if longest > 2 else 0.5):
        return None
    ratio = matcher.ratio()
    if longest > 1 and (errors := _typing_errors(mine, theirs)) <= max(1, longest // 3):
        return 2, errors, abs(len(mine) - len(theirs)), 1 - ratio
    return (3, 1 - ratio) if ratio >= _SIMILAR else None


def _plain(name: str) -> str:
    return fold(name).casefold().replace("-", "_").replace(" ", "_")


def _typing_errors(one: str, two: str) -> int:
    """Count characters added, dropped, changed, or swapped with their neighbour."""
    before, row = list[int](), list(range(len(two) + 1))
    for i, mine in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, theirs in enumerate(two, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (mine != theirs))
            if i > 1 and j > 1 and mine == two[j - 2] and one[i - 2] == theirs:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
