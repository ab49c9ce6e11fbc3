package serve_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	pages "kinodex/internal/serve/site"
)

var (
	headMeta   = regexp.MustCompile(`<meta (?:property|name)="([a-z:]+)" content="([^"]*)"`)
	headLinked = regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`)
	headEmbed  = regexp.MustCompile(`<link rel="alternate" type="application/json\+oembed" href="([^"]*)"`)
)

// head returns what the head of a page says of it.
func (s *site) head(path string) (meta map[string]string, linked map[string]any, page string) {
	s.t.Helper()
	page = string(s.ask(request{path: path}).is(200).body)
	meta = map[string]string{}
	for _, m := range headMeta.FindAllStringSubmatch(page, -1) {
		meta[m[1]] = html.UnescapeString(m[2])
	}
	if found := headLinked.FindStringSubmatch(page); found != nil {
		if err := json.Unmarshal([]byte(found[1]), &linked); err != nil {
			s.t.Fatalf("%s: %v: %s", path, err, found[1])
		}
	}
	return meta, linked, page
}

// A link to a film is shown elsewhere with its cover (REQ F2-99).
func TestALinkToAFilmIsShownWithItsCover(t *testing.T) {
	t.Parallel()
	s := open(t)
	meta, linked, page := s.head("/films/" + apptest.Crossing + "-the-crossing")
	for name, want := range map[string]string{
		"og:title": "The Crossing (1948)", "og:type": "video.movie", "og:url": s.url + "/films/" + apptest.Crossing + "-the-crossing", "twitter:card": "summary_large_image",
		"og:image:width": "1200", "og:image:height": "630", "og:image:alt": "Cover of The Crossing (1948), drawn by Kinodex",
	} {
		if meta[name] != want {
			t.Errorf("%s is %q, want %q", name, meta[name], want)
		}
	}
	if !strings.HasPrefix(meta["og:description"], "A ferryman takes strangers") {
		t.Errorf("og:description is %q", meta["og:description"])
	}
	for name, want := range map[string]string{
		"@context": "https://schema.org", "@type": "Movie", "name": "The Crossing", "duration": "PT98M", "director": "[map[@type:Person name:Ilse Brandt]]",
		"countryOfOrigin": "[map[@type:Country name:Germany]]", "image": meta["og:image"], "url": meta["og:url"],
	} {
		if got := fmt.Sprint(linked[name]); got != want {
			t.Errorf("JSON-LD has %s %q, want %q", name, got, want)
		}
	}
	if linked["aggregateRating"] != nil {
		t.Error("JSON-LD states ratings that are not our readers'")
	}
	picture := s.ask(request{path: strings.TrimPrefix(meta["og:image"], s.url), header: map[string]string{"Accept-Encoding": "gzip"}}).is(200).
		has("Content-Type", "image/png").has("Content-Encoding", "").has("Cache-Control", "public, max-age=31536000, immutable").has("X-Content-Type-Options", "nosniff")
	if img, err := png.Decode(bytes.NewReader(picture.body)); err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 {
		t.Errorf("the preview: %v", err)
	}
	again := s.ask(request{path: strings.TrimPrefix(meta["og:image"], s.url)}).is(200)
	if !bytes.Equal(again.body, picture.body) {
		t.Error("a preview that is kept is another")
	}
	s.ask(request{path: "/covers/" + apptest.Crossing + ".png"}).is(200).has("Cache-Control", "public, max-age=60")
	s.ask(request{path: "/covers/tt9999999.png"}).is(404)

	// oEmbed, at the address that the page names.
	found := headEmbed.FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page names no oEmbed")
	}
	var e map[string]any
	a := s.ask(request{path: strings.TrimPrefix(html.UnescapeString(found[1]), s.url)}).is(200).has("Content-Type", "application/json; charset=utf-8")
	if err := json.Unmarshal(a.body, &e); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"version": "1.0", "type": "link", "title": "The Crossing (1948)", "author_name": "Ilse Brandt", "provider_name": "Kinodex", "provider_url": s.url,
		"thumbnail_url": meta["og:image"], "thumbnail_width": 1200., "thumbnail_height": 630., "html": nil,
	} {
		if e[name] != want {
			t.Errorf("oEmbed has %s %v, want %v", name, e[name], want)
		}
	}
}

// A person and the statistics say what they are, and a film of which little is known does (REQ F2-99).
func TestPagesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, want := range map[string][2]string{"/people/ann-pell": {"profile", "Person"}, "/statistics": {"website", "Dataset"}, "/films/" + apptest.Bare: {"video.movie", "Movie"}} {
		meta, linked, _ := s.head(path)
		if meta["og:type"] != want[0] || linked["@type"] != want[1] || linked["name"] == "" {
			t.Errorf("%s: %v, %v", path, meta, linked)
		}
		for name, value := range linked {
			if value == nil || value == "" || value == "unknown" {
				t.Errorf("%s: JSON-LD has %s %v", path, name, value)
			}
		}
	}
	for _, path := range []string{"/sign-in", "/films/tt9999999"} {
		page := string(s.ask(request{path: path}).body)
		if strings.Contains(page, "og:") || strings.Contains(page, "ld+json") {
			t.Errorf("%s has a preview", path)
		}
	}
}

// What a title, a synopsis or a name has is data in the head of a page, whatever it looks like.
func TestHostileFilmsAreHarmlessInPreviews(t *testing.T) {
	t.Parallel()
	house := apptest.Open(t)
	films := apptest.Films()
	evil := `</script><script>alert(1)</script>"><img src=x onerror=alert(1)>&<!--` + "\u2028\u202e"
	films[0].Title, films[0].Overview, films[0].Director = evil, &evil, &evil
	house.PublishFilms(films)
	if _, err := house.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	s := openHouse(t, house)
	path := "/films/" + films[0].ID.String()
	meta, linked, page := s.head(path)
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") || linked["name"] == nil || !strings.Contains(meta["og:title"], "alert(1)") {
		t.Errorf("the head is %.3000s", page)
	}
	for _, format := range []string{"svg", "png"} {
		a := s.ask(request{path: "/covers/" + films[0].ID.String() + "." + format}).is(200)
		if bytes.Contains(a.body, []byte("<script")) || bytes.Contains(a.body, []byte("\u202e")) {
			t.Errorf("the cover: %s", a.body)
		}
	}
	a := s.ask(request{path: "/oembed?url=" + url.QueryEscape(s.url+path)}).is(200)
	if bytes.Contains(a.body, []byte("<script")) {
		t.Errorf("oEmbed: %s", a.body)
	}
}

// Only pages of films here are embedded, as JSON, and bounds of the thumbnail are kept.
func TestWhatIsNotEmbedded(t *testing.T) {
	t.Parallel()
	s := open(t)
	film := url.QueryEscape(s.url + "/films/" + apptest.Crossing)
	for _, query := range []string{"", "url=", "url=" + url.QueryEscape("https://elsewhere.example/films/"+apptest.Crossing), "url=" + url.QueryEscape(s.url+"/films"),
		"url=" + url.QueryEscape(s.url+"/films/nonsense"), "url=" + url.QueryEscape(s.url+".evil.example/films/tt1"), "url=" + url.QueryEscape("javascript:alert(1)"),
		"url=%00", "url=" + url.QueryEscape(s.url+"/films/tt0000101/../../account"), "url=" + film + "&format=xml"} {
		s.ask(request{path: "/oembed?" + query}).is(400).has("Cache-Control", "no-store")
	}
	s.ask(request{path: "/oembed?url=" + url.QueryEscape(s.url+"/films/tt9999999")}).is(404)
	for query, has := range map[string]bool{"": true, "&maxwidth=1200&maxheight=700": true, "&maxwidth=600": false, "&maxheight=629": false, "&maxwidth=x": false} {
		a := s.ask(request{path: "/oembed?url=" + film + query}).is(200)
		if strings.Contains(string(a.body), "thumbnail_url") != has {
			t.Errorf("%s: %s", query, a.body)
		}
	}
	only := open(t, func(o *serve.Options) { o.Site.Mode = pages.SignedIn })
	only.ask(request{path: "/oembed?url=" + url.QueryEscape(only.url+"/films/"+apptest.Crossing)}).is(401)
}

// Previews are drawn for one reader no more often in a minute than pages are shown, seal or not.
func TestPreviewsAreBoundedAsPagesAre(t *testing.T) {
	t.Parallel()
	s := open(t)
	meta, _, _ := s.head("/films/" + apptest.Crossing)
	path := strings.TrimPrefix(meta["og:image"], s.url)
	last := 0
	for range access.SitePages {
		last = s.ask(request{path: path}).status
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("one preview too many: %d", last)
	}
}
