package access

// What one address, or one account, may read of the pages, where nothing counts against
// a budget. Each film of a page counts. A process counts for itself.
const (
	SitePages      = 240    // a minute
	SiteFilms      = 6_000  // a minute
	SiteDailyFilms = 60_000 // a UTC day
)

// SiteMeter returns the name under which a caller's reading of pages is counted: that of the
// account, or of the address. It is empty for callers who read no pages, and for plans that
// may have all films as a file.
func (c Caller) SiteMeter() string {
	switch {
	case !c.OnSite || c.Plan >= Producer:
		return ""
	case c.Account != "":
		return "site:account:" + c.Account
	}
	return "site:address:" + Network(c.Address)
}
