package mcp

// ThroughSDK makes calls over HTTP pass through the SDK.
func (c *Connector) ThroughSDK() { c.whole = true }

// Toolbox gives the names of the tools, in order.
func Toolbox() (names []string) {
	for _, t := range allTools() {
		names = append(names, t.name)
	}
	return names
}

// Break makes a tool panic.
func (c *Connector) Break(name string) {
	c.tools[name].prepare = func([]byte) (answer, error) { return nil, nil }
}

// What the tests of bytes take apart.
var (
	Fit        = fit
	AppendPart = appendPart
	Quoted     = appendQuoted
	Summary    = summaryOf
	Decode     = func(body []byte) (id, method string, code int) {
		m, failed := decode(body)
		if failed != nil {
			code = failed.code
		}
		return string(m.id), m.method, code
	}
)

// AnswerBytes is the most an answer has.
const AnswerBytes = answerBytes
