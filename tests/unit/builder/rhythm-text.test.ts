// @vitest-environment happy-dom
/** What the review says before a deployment: the rhythm of a trigger as the beginning of a sentence. */
import { expect, it } from 'vitest'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { rhythmOf } from '#src/views/builder/review/rhythm-text.ts'

it.each<[Trigger, string]>([
  [{ type: 'schedule', everySeconds: 60 }, 'Every minute'],
  [{ type: 'schedule', everySeconds: 7_200 }, 'Every 2 hours'],
  [{ type: 'schedule', everySeconds: 90 }, 'Every 90 seconds'],
  [{ type: 'schedule', everySeconds: 86_400 }, 'Every day'],
  [{ type: 'schedule', cron: '30 17 * * *', timeZone: 'Europe/Berlin' }, 'Every day at 17:30 (Europe/Berlin)'],
  [{ type: 'schedule', cron: '0 9 * * 1,2' }, 'Monday, Tuesday at 09:00 (UTC)'],
  [{ type: 'schedule', cron: '0 9 1 * *' }, 'On the schedule 0 9 1 * * (UTC)'],
  [{ type: 'webhook' }, 'With each event'],
  [{ type: 'manual' }, 'When you start a run'],
])('says %j as %s', (trigger, text) => {
  expect(rhythmOf(trigger)).toBe(text)
})
