/** What people call a record: its name, its email, its number or its title, whichever it has first. Server and console read it. */

/** Names of members as they are compared: small letters without "_", "-" and spaces. */
const kinds: readonly (readonly string[])[] = [
  ['name', 'fullname', 'displayname', 'customername', 'companyname', 'productname'],
  ['email', 'mail', 'emailaddress'],
  ['number', 'ordernumber', 'orderno', 'invoicenumber', 'ticketnumber', 'sku'],
  ['title', 'subject', 'label'],
]
const firstNames = ['firstname', 'givenname']
const lastNames = ['lastname', 'surname', 'familyname']

/** Members of an object that are looked at, objects in it, and characters of a name. */
const membersMax = 200
const innerMax = 20
const longest = 80

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text.slice(0, longest)
}

function membersOf(record: Record<string, unknown>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(record).slice(0, membersMax)) {
    const text = textOf(value)
    const plain = name.toLowerCase().replace(/[_\s-]/g, '')
    if (text !== null && !found.has(plain)) found.set(plain, text)
  }
  return found
}

const firstOf = (members: ReadonlyMap<string, string>, names: readonly string[]) =>
  names.map((name) => members.get(name)).find((text) => text !== undefined)

function nameIn(record: Record<string, unknown>): string | null {
  const members = membersOf(record)
  for (const [at, names] of kinds.entries()) {
    const own = firstOf(members, names)
    if (own !== undefined) return own
    const parts = at === 0 ? [firstOf(members, firstNames), firstOf(members, lastNames)] : []
    const whole = parts.filter((part) => part !== undefined).join(' ')
    if (whole !== '') return whole.slice(0, longest)
  }
  return null
}

/** Null where the record has no member that people would call it by. Its own members come before those of objects in it. */
export function recordNameOf(record: unknown): string | null {
  if (!isObject(record)) return null
  const own = nameIn(record)
  if (own !== null) return own
  for (const inner of Object.values(record).slice(0, membersMax).filter(isObject).slice(0, innerMax)) {
    const name = nameIn(inner)
    if (name !== null) return name
  }
  return null
}
