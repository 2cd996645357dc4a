/** Joins the chart of the bell to the calls: it is on every page, so the rest of the alarms is not loaded with it. */
import { fromCallback } from 'xstate'

import { alarmBellMachine, type Seen } from '../../machines/alerts/alarm-bell.machine.ts'
import { markAllRead } from '../account/notifications.service.ts'
import type { Own } from '../account/security.service.ts'
import { watchFront } from '../auth/session.storage.ts'
import { actorFrom } from '../kit/actor.ts'
import { readBell } from './bell.service.ts'

export const liveAlarmBellMachine = (own: Own) =>
  alarmBellMachine.provide({
    actors: {
      look: actorFrom((_, signal): Promise<Seen> => readBell(own.access, signal), { limit: 10_000 }),
      markRead: actorFrom(async (_, signal) => (await markAllRead(own, signal)).unread),
      watchFront: fromCallback(({ sendBack }) => watchFront(() => sendBack({ type: 'browser.asked' }))),
      watchStream: fromCallback(({ sendBack, receive }) => {
        // Loaded apart: what every page loads first has no stream.
        const stream = import('./bell-stream.service.ts').then(({ bellStream }) => bellStream(own.access, sendBack))
        const withStream = (does: 'open' | 'close') => () => void stream.then((it) => it[does]()).catch(() => {})
        receive(withStream('open'))
        return withStream('close')
      }),
    },
  })
