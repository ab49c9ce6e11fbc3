package sources

import (
	"fmt"
	"net/http"

	"kinodex/internal/sources/sourcestest"
)

// longer says that the file is longer than it is.
func longer(w http.ResponseWriter, r *http.Request, content []byte) {
	from := 0
	fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
	if from == len(content) {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", len(content)))
		w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return
	}
	w.Header().Set("ETag", sourcestest.Tag(content))
	w.Header().Set("Content-Length", fmt.Sprint(len(content)+50))
	w.Write(content)
	panic(http.ErrAbortHandler)
}
