package ingest

import "kinodex/internal/naming"

// titleKey and nameKey are the forms in which titles and names are compared for joins.
func titleKey(title string) string { return naming.TitleKey(title) }

func nameKey(name string) string { return naming.NameKey(name) }
