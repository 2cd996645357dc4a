/** What a person may do with an API key: one rule for the server and for the screen that offers it. A key can do what its owner may do. */
import type { Role } from '../kit/endpoint.ts'

export type ApiKeyRight = 'change' | 'replace' | 'switchOff' | 'remove'
type Person = { readonly id: string; readonly role: Role }

/** A person who changes or replaces a key controls what it can do for its owner, so only the owner may. Administrators can end keys of others. */
export function apiKeyRightsOf(person: Person, owner: Person): readonly ApiKeyRight[] {
  if (person.id === owner.id) return ['change', 'replace', 'switchOff', 'remove']
  return owner.role === 'SUPER_ADMIN' && person.role !== 'SUPER_ADMIN' ? [] : ['switchOff', 'remove']
}
