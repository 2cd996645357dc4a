/**
 * Every question for a role tries a hundred selectors on each element, and computes the name of each again. In the short form the role of an element is looked
 * up by what the selectors ask for, and while a walk only looks (`whileNothingChanges`), names and what is hidden are computed once.
 */
import { createRequire } from 'node:module'

import { rememberedWhileLooking } from './looking.ts'

type ByElement = (element: Element, options?: object) => unknown
type Helpers = Record<string, ByElement>

const load = createRequire(import.meta.url)
const path = load.resolve('@testing-library/dom/dist/role-helpers.js')
const roles = load(path) as Helpers
const names = createRequire(path)('dom-accessibility-api') as Helpers

/** What the selectors of roles ask for: these with their values, the others for whether they are there or empty. */
const valued = ['type', 'scope', 'size']
const present = ['list', 'multiple', 'aria-label', 'aria-labelledby', 'name', 'alt', 'href']

function kindOf(element: Element): string {
  const has = (name: string) => {
    const value = element.getAttribute(name)
    return value === null ? '0' : value === '' ? '1' : '2'
  }
  return `${element.localName} ${valued.map((name) => element.getAttribute(name)).join(' ')} ${present.map(has).join('')}`
}

const isPatched = Symbol.for('cheap roles')
if (!(isPatched in roles)) {
  Object.assign(roles, { [isPatched]: true })
  const implicit = roles['getImplicitAriaRoles'] as ByElement
  const known = new Map<string, unknown>()
  roles['getImplicitAriaRoles'] = (element) => {
    const kind = kindOf(element)
    let found = known.get(kind)
    if (found === undefined) {
      found = implicit(element)
      known.set(kind, found)
    }
    return found
  }
  names['computeAccessibleName'] = rememberedWhileLooking(names['computeAccessibleName'] as ByElement)
  roles['isSubtreeInaccessible'] = rememberedWhileLooking(roles['isSubtreeInaccessible'] as ByElement)
}
