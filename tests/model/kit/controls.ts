/** The controls of the page by role and name. To ask for them is half of a look, so while a page is only looked at, each role is asked for once. */
import { type ByRoleMatcher, screen } from '@testing-library/react'

type Named = { readonly control: HTMLElement; readonly name: string }

/** Null where the page may change between two questions. */
let known: { readonly bare: Map<string, readonly HTMLElement[]>; readonly named: Map<string, readonly Named[]> } | null = null

/** @param look changes nothing of the page. */
export function whileNothingChanges(look: () => void): void {
  known = { bare: new Map(), named: new Map() }
  try {
    look()
  } finally {
    known = null
  }
}

export function controlsOfRole(role: ByRoleMatcher & string): readonly HTMLElement[] {
  const found = known?.named.get(role)?.map(({ control }) => control) ?? known?.bare.get(role) ?? screen.queryAllByRole(role)
  known?.bare.set(role, found)
  return found
}

export function controlsNamed(role: ByRoleMatcher & string, name: string | RegExp): readonly HTMLElement[] {
  if (!known) return screen.queryAllByRole(role, { name })
  const found = known.named.get(role) ?? namesOf(role)
  known.named.set(role, found)
  return found.filter((it) => (typeof name === 'string' ? it.name === name : name.test(it.name))).map(({ control }) => control)
}

function namesOf(role: ByRoleMatcher & string): readonly Named[] {
  const names = new Map<Element, string>()
  const all = screen.queryAllByRole(role, {
    name: (name, control) => {
      names.set(control, name)
      return true
    },
  })
  return all.map((control) => ({ control, name: names.get(control) ?? '' }))
}
