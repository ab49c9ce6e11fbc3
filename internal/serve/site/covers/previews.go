package covers

import "sync"

// mostPreviews bounds how many previews are kept, each some 50 kB.
const mostPreviews = 64

// previews are those that were drawn lately, by film and seal. It is safe for concurrent use; its
// zero value is empty.
type previews struct {
	mu    sync.Mutex
	drawn map[string][]byte
	next  [mostPreviews]string // the names in it, in a ring
	at    int
}

// get returns a preview, which must not be changed, or nil.
func (p *previews) get(name string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.drawn[name]
}

// put keeps a preview in place of the one that was kept longest.
func (p *previews) put(name string, png []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn == nil {
		p.drawn = map[string][]byte{}
	}
	if p.drawn[name] != nil {
		return
	}
	delete(p.drawn, p.next[p.at])
	p.drawn[name], p.next[p.at] = png, name
	p.at = (p.at + 1) % mostPreviews
}
