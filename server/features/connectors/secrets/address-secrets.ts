/** Addresses without the credentials that people write into them. Braces of variables and parameters stay as they are. */
import { looksSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import { type Finder, isCredentialName, removedMark } from './credentials.ts'

/** Up to the last `@` before the path, whatever stands before it. */
const userinfo = /^(\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]+)?[^/\\?#]*@/i

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Such as services put into the addresses of their hooks: whoever knows the address may call it. */
function isMadeByChance(segment: string): boolean {
  if (!/^[\w-]{20,}$/.test(segment)) return false
  return segment.split(/[-_]/).some((run) => run.length >= 8 && /[a-z]/i.test(run) && (run.match(/\d/g)?.length ?? 0) >= 2)
}

function pathWithout(path: string, { isCredential, scrubbed }: Finder): string {
  const segments = path.split('/').map((segment) => {
    const text = decoded(segment)
    if (text === '' || text.includes('{')) return scrubbed(segment, removedMark)
    if (isMadeByChance(text)) return removedMark
    if (isCredential(segment) || isCredential(text))
      return scrubbed(segment, removedMark) === segment ? removedMark : scrubbed(segment, removedMark)
    return segment
  })
  return segments.join('/').replace(/(\/services\/)T\w+\/B\w+\/[^/]+/, `$1${removedMark}`)
}

function pairsWithout(rest: string, { isUnfit, isCredential }: Finder): string {
  return rest
    .split(/([?&;#])/)
    .map((part) => {
      const at = part.indexOf('=')
      if (at < 0) return isCredential(decoded(part)) || isMadeByChance(decoded(part)) ? '' : part
      const [name, value] = [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
      if (isCredential(name)) return ''
      if (!isUnfit(name, value) && !looksSecret({ key: name, value })) return part
      // An empty value under a name that says nothing would be sent as it is.
      return `${part.slice(0, at + 1)}${isCredentialName(name) ? '' : removedMark}`
    })
    .join('')
}

/** The address, and empty when a user or a password cannot be told from the rest of it. */
export function withoutCredentials(address: string, finder: Finder): string {
  if (address === '') return ''
  const flat = address.replace(/[\t\r\n]/g, '')
  const bare = userinfo.test(flat) ? flat.replace(userinfo, '$1') : address
  const at = bare.search(/[?#]/)
  const [path, rest] = at < 0 ? [bare, ''] : [bare.slice(0, at), bare.slice(at)]
  const [, origin = ''] = /^(\s*[a-z][a-z0-9+.-]*:[/\\]+[^/\\]*)/i.exec(path) ?? []
  const clean = `${finder.scrubbed(origin)}${pathWithout(path.slice(origin.length), finder)}${pairsWithout(rest, finder)}`
  const url = URL.canParse(clean) ? new URL(clean) : null
  return url && (url.username !== '' || url.password !== '') ? '' : clean
}

/** Of a storage account: a query is a signature there. */
export const endpointWithout = (endpoint: string, finder: Finder): string =>
  withoutCredentials(endpoint.replace(/[?#].*$/s, ''), finder)

/** Whether an address has to be completed: it is empty, or something was taken out of it. */
export const isIncomplete = (address: string): boolean =>
  address.trim() === '' ||
  address.includes(removedMark) ||
  (/[?#]/.test(address) &&
    address
      .slice(address.search(/[?#]/) + 1)
      .split(/[?&;#]/)
      .some((part) => part.endsWith('=') && isCredentialName(decoded(part.slice(0, -1)))))
