/** Single sign-on of a company, from its set-up to the only way in. `worklist.md` 2.G: off, tested, optional, enforced. */
import { setup } from 'xstate'

export const ssoStates = ['off', 'tested', 'optional', 'enforced'] as const
export type SsoStatus = (typeof ssoStates)[number]

export type SsoMove =
  /** A test brought somebody who would have been signed in. */
  | { readonly type: 'server.tested' }
  | { readonly type: 'admin.changed' }
  | { readonly type: 'admin.switchedOn' }
  | { readonly type: 'admin.switchedOff' }
  | { readonly type: 'admin.required' }
  | { readonly type: 'admin.allowedPasswords' }

export const ssoLifecycle = setup({ types: { events: {} as SsoMove } }).createMachine({
  id: 'sso',
  initial: 'off',
  states: {
    off: { on: { 'server.tested': 'tested', 'admin.changed': 'off' } },
    tested: { on: { 'server.tested': 'tested', 'admin.changed': 'off', 'admin.switchedOn': 'optional' } },
    optional: { on: { 'server.tested': 'optional', 'admin.switchedOff': 'tested', 'admin.required': 'enforced' } },
    /** Passwords sign in only those who are named for an emergency. */
    enforced: {
      on: { 'server.tested': 'enforced', 'admin.switchedOff': 'tested', 'admin.allowedPasswords': 'optional' },
    },
  },
})
