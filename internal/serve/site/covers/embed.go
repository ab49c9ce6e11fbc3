package covers

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/cover"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/wire"
)

// embedded is what oEmbed 1.0 has of a link. It is of the type link: no page of ours can stand in a
// frame of another site.
type embedded struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Title           string `json:"title"`
	AuthorName      string `json:"author_name,omitempty"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	CacheAge        int    `json:"cache_age"` // seconds
	ThumbnailURL    string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}

// embed answers what a page of a film is, for sites that show a link to it (REQ F2-99). It counts as
// the page does.
func (d *door) embed(x *wire.Exchange) error {
	q := x.R.URL.Query()
	if f := q.Get("format"); f != "" && f != "json" {
		return fault.Param("format", "json")
	}
	id, ok := filmAt(q.Get("url"), x.Base())
	if !ok {
		return fault.Param("url", "the address of a film's page here, such as "+x.Base()+"/films/tt0041959")
	}
	if d.SignedInOnly {
		return access.ErrSignInFirst()
	}
	if err := d.open(x); err != nil {
		return err
	}
	if err := x.Enter(false); err != nil {
		return err
	}
	found, err := x.Visit.Film(id, film.List).Answer(x.Context())
	if err != nil {
		return err
	}
	f, err := found.Value(x.Base())
	if err != nil {
		return err
	}
	e := embedded{
		Version: "1.0", Type: "link", Title: part.Titled(f.Title, f.Year), AuthorName: film.Value(f.Director), ProviderName: "Kinodex", ProviderURL: x.Base(), CacheAge: 3600,
	}
	if fits(q.Get("maxwidth"), cover.PreviewWidth) && fits(q.Get("maxheight"), cover.PreviewHeight) {
		e.ThumbnailURL = x.Base() + "/covers/" + f.ID.String() + ".png?v=" + x.Visit.CoverSeal(f.ID, cover.Version)
		e.ThumbnailWidth, e.ThumbnailHeight = cover.PreviewWidth, cover.PreviewHeight
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	x.Header().Set("Cache-Control", "public, max-age=3600")
	x.Send(http.StatusOK, append(x.Body(), b...))
	return nil
}

// fits reports whether a side of the preview is within the bound that was asked for, if any.
func fits(most string, side int) bool {
	n, err := strconv.Atoi(most)
	return most == "" || err == nil && n >= side
}

// filmAt returns the id of the film whose page has an address below base.
func filmAt(address, base string) (id string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return "", false
	}
	u.RawQuery, u.Fragment = "", ""
	path, below := strings.CutPrefix(u.String(), base+"/films/")
	id, _, _ = strings.Cut(path, "-")
	_, is := film.ParseID(id)
	return id, below && is && !strings.Contains(path, "/")
}
