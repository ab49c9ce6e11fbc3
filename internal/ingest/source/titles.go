package source

import (
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// mostTitles bounds the titles of one row, or of one film in the table of titles. The film
// with most has some two hundred.
const mostTitles = 400

// akaKinds maps the words of the column types. A word that is not here (imdbDisplay, or
// none) says nothing particular of a title.
var akaKinds = map[string]string{
	"original": "original", "festival": "festival", "tv": "television", "dvd": "video", "video": "video",
	"alternative": "alternative", "working": "working",
}

// akaRegions maps the regions of the table of titles that ISO 3166-1 has no code of two
// letters for: states that are gone. Regions of several countries (XWW, XEU) have none.
var akaRegions = map[string]string{
	"XWG": "DE", "DDDE": "DD", "SUHH": "SU", "CSHH": "CS", "CSXX": "YU", "YUCS": "YU", "XYU": "YU", "XKO": "KR", "XSI": "TH", "BUMM": "MM", "ZRCD": "CD", "VDVN": "VN", "XKV": "XK",
}

// titleAkas reads the table of titles by country. The rows of one film stand together and
// become one claim, which is emitted when another film begins or the table ends: flush must
// be called. A title that repeats another of the film in region, language and kind, letter by
// letter, is left out. Of rows whose ids or titles are missing none is used.
func titleAkas(s *sheet) (row, flush func()) {
	id, title, region, language := s.col("titleId"), s.col("title"), s.col("region"), s.col("language")
	types, original := s.col("types"), s.col("isOriginalTitle")
	var open film.ID
	flush = func() {
		if open != 0 && len(s.claim.Titles) > 0 {
			s.emit()
		}
		open = 0
	}
	return func() {
		tt := s.titleID(s.cell(id))
		if tt == 0 {
			s.reject(NoID, string(s.cell(id)))
			return
		}
		if s.passes(tt) {
			return
		}
		t := film.Title{Title: s.prose(s.cell(title)), Language: film.Known(LanguageCode(string(s.cell(language))))}
		if t.Title == "" {
			s.reject(NoTitle, tt.String())
			return
		}
		if tt != open {
			flush()
			s.newClaim().ID = tt
			open = tt
		}
		where := string(s.cell(region))
		if to, old := akaRegions[where]; old {
			where = to
		}
		t.Region = film.Known(CountryCode(where))
		for word := range strings.FieldsFuncSeq(string(s.cell(types)), func(r rune) bool { return r < ' ' || r == ',' || r == ' ' }) {
			if kind := akaKinds[word]; kind != "" && t.Kind == nil {
				t.Kind = &kind
			}
		}
		if string(s.cell(original)) == "1" {
			t.Kind = film.Known("original")
		}
		s.addTitle(&s.claim, t)
	}, flush
}

// addTitle adds a title to the claim, unless it has the same one or as many as it may.
func (s *sink) addTitle(c *Claim, t film.Title) {
	for _, have := range c.Titles {
		if have.Title == t.Title && film.Value(have.Region) == film.Value(t.Region) &&
			film.Value(have.Language) == film.Value(t.Language) && film.Value(have.Kind) == film.Value(t.Kind) {
			return
		}
	}
	if len(c.Titles) == mostTitles {
		s.repaired("titles_left_out")
		return
	}
	c.Titles = append(c.Titles, t)
}

// documentTitles adds what a film is called elsewhere, from the parts "alternative_titles"
// and "translations" of the movie database's interface. A translation without a title is
// that of something else.
func (s *sink) documentTitles(c *Claim, v literal) {
	titles := v.get("alternative_titles")
	if titles.kind == dict {
		titles = titles.get("titles")
	}
	titles.each(func(item literal) {
		t := film.Title{Title: s.prose(item.get("title").text), Region: film.Known(moviedbCountry(string(item.get("iso_3166_1").text)))}
		switch said := text.Fold(string(item.get("type").text)); {
		case t.Title == "":
			return
		case strings.Contains(said, "working"):
			t.Kind = film.Known("working")
		case said != "":
			t.Kind = film.Known("alternative")
		}
		s.addTitle(c, t)
	})
	v.get("translations").get("translations").each(func(item literal) {
		if name := s.prose(item.get("data").get("title").text); name != "" {
			s.addTitle(c, film.Title{
				Title: name, Region: film.Known(moviedbCountry(string(item.get("iso_3166_1").text))),
				Language: film.Known(LanguageCode(string(item.get("iso_639_1").text))), Kind: film.Known("translation"),
			})
		}
	})
}
