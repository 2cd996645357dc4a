/** Joins the chart of the bell to the calls: it is on every page, so the rest of the alarms is not loaded with it. */
import { fromCallback } from 'xstate'

import { alarmBellMachine } from '../../machines/alerts/alarm-bell.machine.ts'
import { markAllRead, readUnread } from '../account/notifications.service.ts'
import type { Own } from '../account/security.service.ts'
import { watchFront } from '../auth/session.storage.ts'
import { actorFrom } from '../kit/actor.ts'
import { countRaised } from './raised.service.ts'

export const liveAlarmBellMachine = (own: Own) =>
  alarmBellMachine.provide({
    actors: {
      look: actorFrom(
        async (_, signal) => {
          const [raised, unread] = await Promise.all([countRaised(own.access, signal), readUnread(own, signal)])
          return { raised, unread }
        },
        { limit: 10_000 },
      ),
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
