package access

import "net/netip"

// What one address, or one account, may read of the pages, where nothing counts against
// a budget. Each film of a page counts. A process counts for itself.
const (
	SitePages      = 240    // a minute
	SiteFilms      = 6_000  // a minute
	SiteDailyFilms = 60_000 // a UTC day
)

// What strangers may take of the catalogue in a UTC day, on pages and by the interface. A film
// counts when it is shown to the first of them. People count as films do.
const (
	// OwnFilms are one stranger's, and NeighbourhoodFilms those of all around them, whatever
	// others take. They are for reading: for pages, and for answers of few films. An account
	// has as many on pages, or what its plan could ask for.
	OwnFilms           = 1_000
	NeighbourhoodFilms = 2_000
	// KeylessShare is the share of the catalogue that all strangers together may take beyond
	// that, in lists as data and deep in lists, and LeastShare how many films it is at least. One
	// neighbourhood has at most a ShareParts-th of it.
	KeylessShare = 0.1
	LeastShare   = 5_000
	ShareParts   = 4
)

// How much of a list a stranger reads. What reaches beyond its first ShallowFilms on a page, or its
// first FewFilms as data, comes from the common share. From DeepestFilm on a list is for accounts
// and keys.
const (
	FewFilms     = 20
	ShallowFilms = 240
	DeepestFilm  = 1_000
)

// Stranger reports whether the caller has no more than anybody at the same address.
func (c Caller) Stranger() bool { return c.Mode == Keyless || c.Pooled }

// SiteMeter returns the name under which a caller's reading of pages is counted: that of the
// account, or of the address. It is empty for callers who read no pages, and for plans that
// may have all films as a file.
func (c Caller) SiteMeter() string {
	if !c.OnSite || c.Plan >= Producer {
		return ""
	}
	return c.reader()
}

// Reader returns the name under which it is counted which films the caller is shown: that of
// SiteMeter, and for a stranger who asks elsewhere that of the address. It is empty for callers
// whose budget bounds them.
func (c Caller) Reader() string {
	if c.Stranger() {
		return c.reader()
	}
	return c.SiteMeter()
}

func (c Caller) reader() string {
	if !c.Stranger() {
		return "site:account:" + c.Account
	}
	return "site:address:" + Network(c.Address)
}

// Neighbourhood returns the addresses around one that somebody may have together: the /48 of an
// IPv6 address (see Site), the /24 of an IPv4 address. It is "unknown" for an invalid address.
func Neighbourhood(a netip.Addr) string {
	a = a.Unmap()
	switch {
	case !a.IsValid():
		return "unknown"
	case a.Is4():
		return netip.PrefixFrom(a, 24).Masked().String()
	}
	return Site(a)
}

// Share returns how many of so many films all strangers together may take in a UTC day, in lists
// as data and deep in lists. It is Unlimited when they may take all.
func (p *Policy) Share(films int) int {
	share := KeylessShare
	if p != nil {
		share = p.share
	}
	switch share {
	case 0:
		return 0
	case 1:
		return Unlimited
	}
	return max(LeastShare, int(share*float64(films)))
}
