"""Small packs of 25 locales, our own words in the form of the Pocket Grimoire: three characters in each."""

from pathlib import Path

import language_packs

#: Names and abilities of Imp, Monk and Empath by the name of the file.
WORDS = {
    "ar_SA": (
        *("عفريت", "كل ليلة*، اختر لاعبًا: يموت."),
        *("راهب", "كل ليلة*، اختر لاعبًا: هو في أمان الليلة."),
        *("حسّاس", "كل ليلة، تعرف كم من جيرانك الأحياء أشرار."),
    ),
    "bg_BG": (
        *("Дяволче", "Всяка нощ* избери играч: той умира."),
        *("Монах", "Всяка нощ* избери друг играч: тази нощ той е в безопасност."),
        *("Емпат", "Всяка нощ научаваш колко от живите ти съседи са зли."),
    ),
    "cs_CZ": (
        *("Čertík", "Každou noc* vyber hráče: zemře."),
        *("Mnich", "Každou noc* vyber jiného hráče: této noci je v bezpečí."),
        *("Empatička", "Každou noc zjistíš, kolik tvých živých sousedů je zlých."),
    ),
    "da_DK": (
        *("Smådjævel", "Hver nat*: vælg en spiller, som dør."),
        *("Munk", "Hver nat*: vælg en anden spiller, som er i sikkerhed i nat."),
        *("Empat", "Hver nat får du at vide, hvor mange af dine levende naboer der er onde."),
    ),
    "el_GR": (
        *("Διαβολάκι", "Κάθε νύχτα*, διάλεξε έναν παίκτη: πεθαίνει."),
        *("Μοναχός", "Κάθε νύχτα*, διάλεξε άλλον παίκτη: είναι ασφαλής απόψε."),
        *("Ενσυναισθητική", "Κάθε νύχτα μαθαίνεις πόσοι ζωντανοί γείτονές σου είναι κακοί."),
    ),
    "fi_FI": (
        *("Pikkupaholainen", "Joka yö*: valitse pelaaja, joka kuolee."),
        *("Munkki", "Joka yö*: valitse toinen pelaaja, joka on tänä yönä turvassa."),
        *("Empaatikko", "Joka yö saat tietää, kuinka moni elävistä naapureistasi on paha."),
    ),
    "he_IL": (
        *("שדון", "בכל לילה*, בחר שחקן: הוא מת."),
        *("נזיר", "בכל לילה*, בחר שחקן אחר: הוא מוגן הלילה."),
        *("אמפתית", "בכל לילה, אתה מגלה כמה משכניך החיים רעים."),
    ),
    "hi_IN": (
        *("शैतान", "हर रात*, एक खिलाड़ी चुनो: वह मर जाता है।"),
        *("साधु", "हर रात*, दूसरा खिलाड़ी चुनो: वह आज रात सुरक्षित है।"),
        *("हमदर्द", "हर रात तुम जानते हो कि कितने जीवित पड़ोसी बुरे हैं।"),
    ),
    "hu_HU": (
        *("Kisördög", "Minden éjjel* válassz egy játékost: meghal."),
        *("Szerzetes", "Minden éjjel* válassz egy másik játékost: ma éjjel védett."),
        *("Empata", "Minden éjjel megtudod, hány élő szomszédod gonosz."),
    ),
    "id_ID": (
        *("Setan Kecil", "Setiap malam*, pilih seorang pemain: ia mati."),
        *("Biarawan", "Setiap malam*, pilih pemain lain: ia aman malam ini."),
        *("Empatik", "Setiap malam, kamu tahu berapa tetanggamu yang hidup dan jahat."),
    ),
    "it_IT": (
        *("Diavoletto", "Ogni notte*, scegli un giocatore: muore."),
        *("Monaco", "Ogni notte*, scegli un altro giocatore: stanotte è al sicuro."),
        *("Empatica", "Ogni notte scopri quanti dei tuoi vicini vivi sono malvagi."),
    ),
    "ja_JP": (
        *("小悪魔", "毎夜*、プレイヤーを1人選ぶ。その人は死亡する。"),
        *("修道士", "毎夜*、ほかのプレイヤーを1人選ぶ。その人は今夜守られる。"),
        *("共感者", "毎夜、生きている隣人のうち何人が悪かを知る。"),
    ),
    "ko_KR": (
        *("꼬마 악마", "매일 밤*, 플레이어 한 명을 선택합니다. 그 플레이어는 죽습니다."),
        *("수도사", "매일 밤*, 다른 플레이어 한 명을 선택합니다. 그 플레이어는 오늘 밤 안전합니다."),
        *("공감자", "매일 밤, 살아 있는 이웃 중 몇 명이 악한지 알게 됩니다."),
    ),
    "lt_LT": (
        *("Velniūkštis", "Kiekvieną naktį* pasirink žaidėją: jis miršta."),
        *("Vienuolis", "Kiekvieną naktį* pasirink kitą žaidėją: šiąnakt jis saugus."),
        *("Empatė", "Kiekvieną naktį sužinai, kiek gyvų tavo kaimynų yra blogi."),
    ),
    "nb_NO": (
        *("Djevelunge", "Hver natt*: velg en spiller, som dør."),
        *("Munken", "Hver natt*: velg en annen spiller, som er trygg i natt."),
        *("Empaten", "Hver natt får du vite hvor mange av dine levende naboer som er onde."),
    ),
    "nl_NL": (
        *("Duiveltje", "Kies elke nacht* een speler: die sterft."),
        *("Monnik", "Kies elke nacht* een andere speler: die is vannacht veilig."),
        *("Empaat", "Elke nacht kom je te weten hoeveel van je levende buren slecht zijn."),
    ),
    "pt_BR": (
        *("Diabrete", "Toda noite*, escolha um jogador: ele morre."),
        *("Frade", "Toda noite*, escolha outro jogador: ele está a salvo nesta noite."),
        *("Sensitiva", "Toda noite, você descobre quantos dos seus vizinhos vivos são do mal."),
    ),
    "ro_RO": (
        *("Drăcușor", "În fiecare noapte*, alege un jucător: moare."),
        *("Călugăr", "În fiecare noapte*, alege alt jucător: e ferit în noaptea asta."),
        *("Empată", "În fiecare noapte afli câți dintre vecinii tăi vii sunt răi."),
    ),
    "ru_RU": (
        *("Бесёнок", "Каждую ночь* выбери игрока: он умирает."),
        *("Монах", "Каждую ночь* выбери другого игрока: этой ночью он в безопасности."),
        *("Эмпат", "Каждую ночь ты узнаёшь, сколько твоих живых соседей злые."),
    ),
    "sv_SE": (
        *("Smådjävul", "Varje natt*: välj en spelare, som dör."),
        *("Munk", "Varje natt*: välj en annan spelare, som är säker i natt."),
        *("Empat", "Varje natt får du veta hur många av dina levande grannar som är onda."),
    ),
    "th_TH": (
        *("ปีศาจน้อย", "ทุกคืน* เลือกผู้เล่นหนึ่งคน เขาจะตาย"),
        *("พระ", "ทุกคืน* เลือกผู้เล่นอื่นหนึ่งคน คืนนี้เขาปลอดภัย"),
        *("ผู้หยั่งใจ", "ทุกคืน คุณรู้ว่าเพื่อนบ้านที่ยังมีชีวิตกี่คนเป็นฝ่ายร้าย"),
    ),
    "tr_TR": (
        *("İblisçik", "Her gece* bir oyuncu seç: ölür."),
        *("Keşiş", "Her gece* başka bir oyuncu seç: bu gece güvendedir."),
        *("Duyarlı", "Her gece, yaşayan komşularından kaçının kötü olduğunu öğrenirsin."),
    ),
    "uk_UA": (
        *("Чортеня", "Щоночі* обери гравця: він помирає."),
        *("Чернець", "Щоночі* обери іншого гравця: цієї ночі він у безпеці."),
        *("Емпатка", "Щоночі ти дізнаєшся, скільки твоїх живих сусідів лихі."),
    ),
    "vi_VI": (
        *("Tiểu Quỷ", "Mỗi đêm*, chọn 1 người chơi: người đó chết."),
        *("Tu Sĩ", "Mỗi đêm*, chọn 1 người chơi khác: đêm nay người đó an toàn."),
        *("Người Thấu Cảm", "Mỗi đêm, bạn biết bao nhiêu hàng xóm còn sống của bạn là kẻ ác."),
    ),
    "zh_TW": (
        *("小惡魔", "每個夜晚*，選擇一名玩家：他死亡。"),
        *("僧侶", "每個夜晚*，選擇另一名玩家：他今晚安全。"),
        *("共情者", "每個夜晚，你會得知存活的鄰座中有幾名邪惡。"),
    ),
}
IDS = ("imp", "monk", "empath")
#: The tag of each file, where it is another one than its first letters.
TAGS = {"ar_SA": "ar-SA", "pt_BR": "pt-BR", "zh_TW": "zh-Hant"}


def tag(name: str) -> str:
    """The tag of the language of a file."""
    return TAGS.get(name, name[:2])


def write(folder: Path) -> Path:
    """Writes the packs of all locales; returns their folder."""
    for name, words in WORDS.items():
        made = [
            {"id": each, "name": words[2 * place], "ability": words[2 * place + 1]}
            for place, each in enumerate(IDS)
        ]
        language_packs.put(folder / "characters" / f"{name}.json", made)
    return folder
