package source

// ownLanguageNames has a line for each code: the ISO 639-1 code, a blank, and names between
// commas. The names are those that the movie database calls the language by in itself, and
// English ones that no other source uses.
const ownLanguageNames = `af Afrikaans
ar العربية
az Azərbaycan
be беларуская мова
bg български език
bm Bamanankan
bn বাংলা
bs Bosanski
ca Català
cs Český
cu Slavic
cy Cymraeg
da Dansk
de Deutsch
ee Èʋegbe
el ελληνικά
es Español
et Eesti
eu euskera
fa فارسی
ff Fulfulde
fi suomi
fr Français
ga Gaeilge
gl Galego
he עִבְרִית
hi हिन्दी
hr Hrvatski
ht Haitian; Haitian Creole
hu Magyar
hy հայերեն
id Bahasa indonesia
is Íslenska
it Italiano
ja 日本語
ka ქართული
kk қазақ
kl Kalaallisut
kn ಕನ್ನಡ
ko 한국어/조선말,한국어
ky Kirghiz,кыргызча
lb Letzeburgesch
lt Lietuvių
lv Latviešu
mh Marshall
mk македонски јазик
ml മലയാളം
mn Монгол
mr मराठी
ms Bahasa melayu
mt Malti
nb Norwegian Bokmål,Bokmål
nl Nederlands
nn Norwegian Nynorsk
no Norsk
ny Chichewa; Nyanja
os Ossetian; Ossetic
pa ਪੰਜਾਬੀ
pl Polski
ps Pushto,پښتو
pt Português
rm Raeto-Romance
ro Română,Moldavian
ru Pусский,Русский
rw Kinyarwanda
sh Serbo-Croatian
si සිංහල
sk Slovenčina
sl Slovenščina
so Soomaali
sq shqip
sr Srpski,Српски
sv svenska
sw Kiswahili
ta தமிழ்
te తెలుగు
th ภาษาไทย
tr Türkçe
uk Український
ur اردو
uz ozbek
vi Tiếng Việt
zh 普通话,广州话 / 廣州話,中文,汉语
zu isiZulu
`
