package source

import (
	"bytes"
	"strconv"
)

// moviedbDocument reads one film of the movie database from JSON: as its own
// interface returns it (with credits and keywords asked for or not), or as four
// crawlers simplified it, each in its way: genres as names or "Comedy, Crime",
// a cast of names between bars, one director's name, whole addresses of
// pictures, words for what is missing ("NO ID", "NO DATE").
// A document of a series, without an id or without a title is rejected.
func moviedbDocument(s *sink) func(doc []byte) {
	return func(doc []byte) {
		v, whole := parseLiteral(doc)
		if !whole || v.kind != dict {
			s.reject(BadDocument, firstWords(doc))
			return
		}
		if kind := string(v.get("type").text); kind != "" && kind != "movie" {
			s.reject(NotAFilm, kind)
			return
		}
		c := s.newClaim()
		c.ID, c.MoviedbID = idIn(v.get("imdb_id").text), v.get("id").number()
		if n := v.get("tmdb_id").number(); n > 0 {
			c.MoviedbID = n
		}
		if c.ID == 0 && c.MoviedbID == 0 {
			s.reject(NoID, "")
			return
		}
		s.documentFacts(c, v)
		s.documentPeople(c, v)
		if c.Title == "" && c.OriginalTitle == "" {
			s.reject(NoTitle, strconv.Itoa(c.MoviedbID))
			return
		}
		s.emit()
	}
}

// stated returns a literal's text; nil for the words in capitals that one crawler writes for
// none ("NO DATE").
func stated(v literal) []byte {
	if bytes.HasPrefix(v.text, []byte("NO ")) && bytes.Equal(v.text, bytes.ToUpper(v.text)) {
		return nil
	}
	return v.text
}

// documentFacts sets all of the claim but ids and people. What the document does not have
// stays zero.
func (s *sink) documentFacts(c *Claim, v literal) {
	c.Title, c.OriginalTitle = s.prose(v.get("title").text), s.prose(v.get("original_title").text)
	c.Adult = string(v.get("adult").text) == "true"
	c.Unreleased = s.unreleased(v.get("status").text)
	s.overview(c, stated(v.get("overview")))
	s.synopses(c, v.get("summaries"))
	s.synopses(c, v.get("synopsis"))
	c.Tagline = s.prose(v.get("tagline").text)
	s.released(c, stated(v.get("release_date")), undecided)
	c.Runtime = minutes(v.get("runtime").text)
	c.Budget, c.WorldGross = s.dollars(v.get("budget").text), s.dollars(v.get("revenue").text)
	s.moviedbGenres(c, listed(v.get("genres"), ","))
	c.Language = LanguageCode(string(v.get("original_language").text))
	c.Languages = s.moviedbLanguages(listed(v.get("spoken_languages"), "|"))
	c.Companies = s.moviedbCompanies(v.get("production_companies"))
	c.Countries = s.moviedbCountries(v.get("production_countries"))
	s.moviedbRating(c, v.get("vote_average").text, v.get("vote_count").text)
	c.Popularity = rating(v.get("popularity").text, 1e6)
	poster := v.get("poster_path").text
	if len(poster) == 0 {
		poster = v.get("poster_url").text
	}
	if !bytes.HasSuffix(poster, []byte("null")) {
		s.moviedbPoster(c, poster)
	}
	keywords := v.get("keywords")
	if keywords.kind == dict {
		keywords = keywords.get("keywords")
	}
	s.keywords(c, keywords)
	s.watchProviders(c, v.get("watch/providers").get("results"))
	s.documentTitles(c, v)
	s.documentReleases(c, v)
	s.certifiedHome(c, v.get("mpaa").text)
	s.collected(c, v.get("belongs_to_collection"))
	c.external("wikidata", v.get("external_ids").get("wikidata_id").text)
	s.documentVideos(c, v)
	s.documentImages(c, v)
}

// watchProviders adds who shows a film to the claim, from a dict by country of lists by
// offer. Offers other than the three that a claim has are left out.
func (s *sink) watchProviders(c *Claim, byCountry literal) {
	for i := 1; byCountry.kind == dict && i < len(byCountry.items); i += 2 {
		country := moviedbCountry(string(byCountry.items[i-1].text))
		for _, offer := range []string{"flatrate", "rent", "buy"} {
			byCountry.items[i].get(offer).each(func(item literal) {
				if name := s.prose(item.get("provider_name").text); name != "" && country != "" {
					c.Providers = append(c.Providers, Provider{Country: country, Offer: offer, Name: name})
				}
			})
		}
	}
}

// documentPeople sets cast, crew, directors and writers, from "credits" when the document
// has it and else from its own "cast" and "crew". The member "director" counts when the crew
// names none.
func (s *sink) documentPeople(c *Claim, v literal) {
	cast, crew := listed(v.get("cast"), "|"), v.get("crew")
	if credits := v.get("credits"); credits.kind == dict {
		cast, crew = credits.get("cast"), credits.get("crew")
	}
	s.credits(c, cast, crew)
	if len(c.Directors) == 0 {
		c.Directors = s.people(v.get("director").text, ",")
	}
}

// listed returns v as a list: a text is cut at the separators into trimmed texts that are
// not empty. Anything else is returned as it is.
func listed(v literal, sep string) literal {
	if v.kind != written {
		return v
	}
	as := literal{kind: list}
	for part := range bytes.SplitSeq(v.text, []byte(sep)) {
		if part = bytes.TrimSpace(part); len(part) > 0 {
			as.items = append(as.items, literal{kind: written, text: part})
		}
	}
	return as
}
