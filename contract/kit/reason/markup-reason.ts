/** What an error page of HTML or an error document of XML says. Linear, and of bounded length. */

/** What was wrong, and the field that was named; null where none was. */
export type RemoteReason = { readonly said: string; readonly field: string | null }

/** Characters of a body that are looked at, and of an element's text. */
const readMax = 8_192
const textMax = 1_000
/** Tags that are looked at. */
const tagsMax = 500

/** Elements of XML that say what is wrong, the usual ones first; without their namespaces, in small letters. */
const sentenceNames = [
  ...['faultstring', 'errormessage', 'error_message', 'error_description', 'message', 'detail', 'reason', 'text'],
  ...['description', 'msg', 'error', 'title'],
]
/** Elements that name the field that the sentence is about. */
const fieldNames = ['field', 'property', 'parameter', 'param', 'attribute']

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Entities are at most eight characters long; of what is none the sign stays. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text
    .split('&')
    .map((part, at) => {
      const end = at === 0 ? -1 : part.slice(0, 9).indexOf(';')
      if (end < 1) return at === 0 ? part : `&${part}`
      const name = part.slice(0, end)
      const code = name.startsWith('#x')
        ? Number.parseInt(name.slice(2), 16)
        : name.startsWith('#')
          ? Number(name.slice(1))
          : null
      const sign = code === null ? entities[name] : code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined
      return sign === undefined ? `&${part}` : `${sign}${part.slice(end + 1)}`
    })
    .join('')
}

const plain = (text: string) => withoutEntities(text.slice(0, textMax)).trim().split(/\s+/).join(' ')

const comment = '<!--'
const data = '<![CDATA['

/** The first text of each kind of element, by its name in small letters and without its namespace. Where an element has others inside, theirs is found. */
function textsOf(body: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let name = ''
  let at = body.indexOf('<')
  for (let tags = 0; at >= 0 && tags < tagsMax; tags += 1) {
    let textFrom: number
    let textTo: number
    if (body.startsWith(comment, at)) {
      const end = body.indexOf('-->', at + comment.length)
      if (end < 0) break
      at = body.indexOf('<', end)
      continue
    }
    if (body.startsWith(data, at)) {
      textFrom = at + data.length
      textTo = body.indexOf(']]>', textFrom)
      if (textTo < 0) break
      at = body.indexOf('<', textTo + 3)
    } else {
      const end = body.indexOf('>', at)
      if (end < 0) break
      const tag = body.slice(at + 1, Math.min(end, at + 100)).toLowerCase()
      const [whole = ''] = tag.split(/[\s/]/)
      name = tag.startsWith('/') ? '' : (whole.split(':').at(-1) ?? '')
      textFrom = end + 1
      at = body.indexOf('<', textFrom)
      textTo = at < 0 ? body.length : at
    }
    const text = name === '' || found.has(name) ? '' : plain(body.slice(textFrom, textTo))
    if (text !== '') found.set(name, text)
  }
  return found
}

/** Characters of a page's title that are shown. */
const titleMax = 120

const isHtml = (head: string) => head.startsWith('<!doctype html') || head.startsWith('<html') || head.includes('<title')

/** Whether a text is a page for people, and no data. */
export const isWebPage = (body: string) => {
  const text = body.slice(0, 1_000).trimStart().toLowerCase()
  return text.startsWith('<') && isHtml(text)
}

const pageReturned = 'returned a web page instead of data.'

/** "The source returned a web page instead of data. Its title is “Sign in”." @param who names the system, with a capital. */
export function webPageText(who: string, body: string): string {
  const title = isWebPage(body) ? markupReason(body)?.said.slice(0, titleMax) : undefined
  return title === undefined ? `${who} ${pageReturned}` : `${who} ${pageReturned} Its title is “${title}”.`
}

/** The parts of such a sentence; null of another one. `title` is that of the page, where it has one. */
export function webPageIn(message: string): { readonly text: string; readonly title: string | null } | null {
  const end = message.indexOf(pageReturned)
  if (end < 0) return null
  const text = message.slice(0, end + pageReturned.length)
  return { text, title: /^ Its title is “([^”]*)”\.$/.exec(message.slice(text.length))?.[1] ?? null }
}

/** The title of an HTML page, or the sentence of an XML document and the field that it names; null where there is none. */
export function markupReason(body: string): RemoteReason | null {
  const text = body.slice(0, readMax).trim()
  if (!text.startsWith('<')) return null
  const texts = textsOf(text)
  if (isHtml(text.slice(0, 1_000).toLowerCase())) {
    const said = texts.get('title') ?? texts.get('h1')
    return said === undefined ? null : { said, field: null }
  }
  const said = sentenceNames.flatMap((name) => texts.get(name) ?? []).at(0)
  if (said === undefined) return null
  return { said, field: fieldNames.flatMap((name) => texts.get(name)?.slice(0, 100) ?? []).at(0) ?? null }
}
