import { vi } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'

const quarter = 900_000

/** Session number n, with tokens of that number. `ahead`: of the local clock. `life`: of the access token. Milliseconds. */
export function sessionOf(number: number, { ahead = 0, life = quarter } = {}): Session {
  const now = Date.now() + ahead
  return {
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    expiresAt: new Date(now + life).toISOString(),
    serverTime: new Date(now).toISOString(),
    user: {
      _id: '01a1f9dd-286f-7175-987c-3afdb61ae67f',
      email: 'ada@demo.test',
      firstName: 'Ada',
      lastName: 'Admin',
      role: 'ADMIN',
      companyId: '01a1f9dd-286f-7175-987c-3afdb61ae67e',
      companyName: 'Demo',
      workspaceName: 'demo',
      confirmed: true,
      plan: 'Basic',
      integrations: [],
    },
  }
}

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

/** What a browser has and Node has not: a storage, and a page that hears of storage and of coming to the front. */
export function keepInMemory(): void {
  const page = new EventTarget()
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', head: { querySelector: () => null } }))
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page))
}
