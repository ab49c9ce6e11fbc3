package source

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"kinodex/internal/film"
)

// releaseKinds maps the movie database's numbers of kinds to those of film.ReleaseKinds.
var releaseKinds = map[int]string{
	1: "premiere", 2: "limited", 3: "theatrical", 4: "digital", 5: "physical", 6: "television",
}

// certificate is what a certification looks like in any country: PG-13, 12A, 16+, Btl, 청불,
// K-7, M/12, Tous publics. It has at most longestCertificate characters, which are counted
// elsewhere, since an expression that counts them takes milliseconds to compile.
var certificate = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}\p{M} +/.()\-]*$`)

const longestCertificate = 24

// certification returns a certification as its country writes it, "" for the words that say
// that a film has none and for what cannot be one.
func (s *sink) certification(b []byte) string {
	c := s.prose(b)
	switch strings.ToLower(c) {
	case "", "nr", "not rated", "unrated", "none", "n/a", "not yet rated":
		return ""
	}
	if utf8.RuneCountInString(c) > longestCertificate || !certificate.MatchString(c) {
		s.repaired("certification_unreadable")
		return ""
	}
	return c
}

// certifiedHome adds the certification of a column or member that is of the United States.
func (s *sink) certifiedHome(c *Claim, cell []byte) {
	if mark := s.certification(cell); mark != "" {
		c.Releases = append(c.Releases, film.Release{Country: "US", Certification: &mark})
	}
}

// mostReleases bounds the releases of one row.
const mostReleases = 400

// documentReleases adds the part "release_dates" of the movie database's interface: by
// country, dates with kinds and certifications. What has neither date nor certification is
// left out.
func (s *sink) documentReleases(c *Claim, v literal) {
	v.get("release_dates").get("results").each(func(in literal) {
		country := moviedbCountry(string(in.get("iso_3166_1").text))
		if country == "" {
			s.repaired("unknown_country")
			return
		}
		in.get("release_dates").each(func(item literal) {
			day, _, _ := bytes.Cut(item.get("release_date").text, []byte("T"))
			r := film.Release{
				Country: country, Date: film.Known(isoDate(day)), Kind: film.Known(releaseKinds[item.get("type").number()]),
				Certification: film.Known(s.certification(item.get("certification").text)),
			}
			if (r.Date != nil || r.Certification != nil) && len(c.Releases) < mostReleases {
				c.Releases = append(c.Releases, r)
			}
		})
	})
}

// collected sets the series of films that a film belongs to, from a dict of id and name.
func (s *sink) collected(c *Claim, v literal) {
	if id, name := v.get("id").number(), s.prose(v.get("name").text); id > 0 && name != "" {
		c.Collection = &film.Collection{ID: id, Name: name}
	}
}
