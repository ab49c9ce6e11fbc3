package source

import (
	"strings"

	"kinodex/internal/text"
)

// LanguageCode returns the ISO 639-1 code of a language by its English name or
// by a code, "" when it has none (sign languages, constructed languages, most
// of the world's small languages) or is unknown. Varieties of one written
// language go to its code: Mandarin, Cantonese and Hokkien are zh. Serbo-
// Croatian keeps its withdrawn code sh.
func LanguageCode(s string) string {
	folded := text.Fold(s)
	if len(folded) == 2 {
		if to, ok := oldLanguages[folded]; ok {
			return to
		}
		if languageCodes[folded] {
			return folded
		}
		return ""
	}
	folded = strings.TrimSuffix(folded, " language")
	if code, ok := languageNames[folded]; ok {
		return code
	}
	// One source puts the wider name first: "Khmer, Central".
	wider, finer, inverted := strings.Cut(folded, ", ")
	if !inverted || strings.Contains(finer, "ancient") {
		return ""
	}
	if code, ok := languageNames[finer+" "+wider]; ok {
		return code
	}
	return languageNames[wider]
}

// oldLanguages are codes that were withdrawn, and two of the movie database's
// own: cn for Cantonese, xx for no language.
var oldLanguages = map[string]string{
	"iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "cn": "zh", "xx": "",
}

// languageCodes are the codes of ISO 639-1 that are accepted, some withdrawn ones
// among them.
var languageCodes = words(`aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co
	cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr
	ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg
	li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi
	pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk
	tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`)

// languageNames maps folded names to codes: those of languageTable and
// ownLanguageNames.
var languageNames = func() map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(ownLanguageNames + languageTable) {
		code, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		for name := range strings.SplitSeq(list, ",") {
			names[text.Fold(name)] = code
		}
	}
	return names
}()

// languageTable lists a code and the English names that sources use for it.
const languageTable = `aa Afar
ab Abkhazian,Abkhaz
af Afrikaans
ak Akan,Twi,Fanti
am Amharic
ar Arabic,Classical Arabic,Chadian Arabic,Standard Arabic,Egyptian Arabic,Hassanya
as Assamese
av Avaric,Avar
ay Aymara
az Azerbaijani,Azeri
ba Bashkir
be Belarusian,Byelorussian
bg Bulgarian
bh Bihari
bi Bislama
bm Bambara
bn Bengali,Bangla
bo Tibetan,Standard Tibetan,Tibetan languages
br Breton
bs Bosnian
ca Catalan,Valencian
ce Chechen
ch Chamorro
co Corsican
cr Cree
cs Czech
cu Church Slavic
cv Chuvash
cy Welsh
da Danish
de German,Swiss German,Austrian German,Bavarian,Low German
dv Divehi,Dhivehi,Maldivian
dz Dzongkha
ee Ewe
el Greek,Modern Greek
en English,American English,South African English,Indian English,Australian English
eo Esperanto
es Spanish,Castilian
et Estonian
eu Basque
fa Persian,Farsi,Dari
ff Fulah,Fula,Peul,Pular,Fulani
fi Finnish
fj Fijian
fo Faroese
fr French
fy Frisian,Western Frisian
ga Irish,Irish Gaelic
gd Scottish Gaelic,Gaelic,Scots Gaelic
gl Galician,Gallegan
gn Guarani
gu Gujarati
gv Manx
ha Hausa
he Hebrew
hi Hindi,Hindustani
hr Croatian
ht Haitian,Haitian Creole
hu Hungarian
hy Armenian
hz Herero
ia Interlingua
id Indonesian
ig Igbo,Ibo
ik Inupiaq,Inupiak
is Icelandic
it Italian
iu Inuktitut
ja Japanese
jv Javanese
ka Georgian
kg Kongo
ki Kikuyu
kk Kazakh
kl Greenlandic,Kalaallisut
km Khmer,Central Khmer,Cambodian
kn Kannada
ko Korean
kr Kanuri
ks Kashmiri
ku Kurdish
kv Komi
kw Cornish
ky Kyrgyz,Kirghiz
la Latin
lb Luxembourgish,Letzeburgesch
lg Ganda,Luganda
ln Lingala
lo Lao
lt Lithuanian
lv Latvian
mg Malagasy
mh Marshallese
mi Maori
mk Macedonian
ml Malayalam
mn Mongolian
mr Marathi
ms Malay
mt Maltese
my Burmese
nb Norwegian Bokmål,Bokmål
nd Northern Ndebele
ne Nepali
nl Dutch,Flemish
nn Norwegian Nynorsk,Nynorsk
no Norwegian
nr Southern Ndebele
nv Navajo
ny Nyanja,Chichewa
oc Occitan,Provençal
oj Ojibwa,Ojibwe
om Oromo
or Oriya,Odia
os Ossetian,Ossetic
pa Punjabi,Panjabi
pi Pali
pl Polish
ps Pashto,Pashtu,Pushto
pt Portuguese,Brazilian Portuguese
qu Quechua
rm Romansh,Raeto-Romance
rn Kirundi,Rundi
ro Romanian,Moldavian,Moldovan
ru Russian
rw Kinyarwanda
sa Sanskrit
sc Sardinian
sd Sindhi
se Northern Sami,Sami languages,Saami,Sami
sg Sango
sh Serbo-Croatian,Serbo-croatian
si Sinhala,Sinhalese
sk Slovak
sl Slovenian,Slovene
sm Samoan
sn Shona
so Somali
sq Albanian
sr Serbian
ss Swati
st Sotho,Southern Sotho
su Sundanese
sv Swedish
sw Swahili
ta Tamil
te Telugu
tg Tajik
th Thai
ti Tigrigna,Tigrinya
tk Turkmen
tl Tagalog,Filipino
tn Tswana
to Tonga (Tonga Islands),Tongan
tr Turkish
ts Tsonga
tt Tatar
ty Tahitian
ug Uighur,Uyghur
uk Ukrainian
ur Urdu
uz Uzbek
ve Venda
vi Vietnamese
wa Walloon
wo Wolof
xh Xhosa
yi Yiddish
yo Yoruba
za Zhuang
zh Chinese,Mandarin,Cantonese,Standard Mandarin,Min Nan,Hokkien,Hakka,Shanghainese,Shanxi,Teochew,Chaozhou,Taiwanese,Mandarin Chinese,Standard Cantonese
zu Zulu`

// noLanguage are the ways to say that nothing is spoken.
var noLanguage = map[string]bool{"": true, "none": true, "no language": true, "silent film": true, "silent": true, "n/a": true, "xx": true}

// languages turns names or codes into codes, each once, in order.
func (s *sink) languages(names []string) []string {
	var codes []string
	silent := len(names) == 0
	for _, name := range names {
		if noLanguage[text.Fold(name)] {
			silent = true
			continue
		}
		code := LanguageCode(name)
		if code == "" {
			s.repaired("language_without_code")
			continue
		}
		codes = appendOnce(codes, code)
	}
	if codes == nil && !silent {
		s.failed()
	}
	return codes
}

// words returns the set of the words between white space.
func words(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[w] = true
	}
	return set
}

// appendOnce returns the list with s at the end unless it has s already. It takes linear
// time.
func appendOnce(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}
