/**
 * Where an alarm of a connector stands: one for each kind. The judge and people move it only along these edges; the console offers what they allow.
 * A mute that ends leads back to watching, so a cause that is still there raises the alarm again, and is told again.
 */
import { setup } from 'xstate'

export const alarmStates = ['off', 'watching', 'raised', 'acknowledged', 'muted', 'cleared', 'gone'] as const
export type AlarmState = (typeof alarmStates)[number]

export type AlarmMove =
  /** The cause is there. */
  | { readonly type: 'judge.found' }
  /** The cause is gone; not only unseen. */
  | { readonly type: 'judge.foundNothing' }
  /** The connector does not work: nothing is judged. */
  | { readonly type: 'connector.rested' }
  | { readonly type: 'connector.deleted' }
  | { readonly type: 'clock.muteEnded' }
  | { readonly type: 'user.acknowledged' }
  | { readonly type: 'user.muted' }
  | { readonly type: 'user.unmuted' }
  | { readonly type: 'user.switchedOff' }
  | { readonly type: 'user.switchedOn' }

export const alarmLifecycle = setup({ types: { events: {} as AlarmMove } }).createMachine({
  id: 'alarmStatus',
  initial: 'watching',
  states: {
    off: { on: { 'user.switchedOn': 'watching', 'connector.deleted': 'gone' } },
    watching: {
      on: { 'judge.found': 'raised', 'user.muted': 'muted', 'user.switchedOff': 'off', 'connector.deleted': 'gone' },
    },
    raised: {
      on: {
        'judge.foundNothing': 'cleared',
        'user.acknowledged': 'acknowledged',
        'user.muted': 'muted',
        'user.switchedOff': 'off',
        'connector.rested': 'watching',
        'connector.deleted': 'gone',
      },
    },
    /** Somebody knows. */
    acknowledged: {
      on: {
        'judge.foundNothing': 'cleared',
        'user.muted': 'muted',
        'user.switchedOff': 'off',
        'connector.rested': 'watching',
        'connector.deleted': 'gone',
      },
    },
    /** Nothing is judged and nothing is sent. */
    muted: {
      on: {
        'clock.muteEnded': 'watching',
        'user.unmuted': 'watching',
        'user.muted': 'muted',
        'user.switchedOff': 'off',
        'connector.deleted': 'gone',
      },
    },
    /** Watched again; it still says what it was raised for. */
    cleared: {
      on: {
        'judge.found': 'raised',
        'user.muted': 'muted',
        'user.switchedOff': 'off',
        'connector.rested': 'watching',
        'connector.deleted': 'gone',
      },
    },
    gone: { type: 'final' },
  },
})
