/** Times in mails and files: by the clock of a zone, which is named. */
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { companyTimeZones } from '#contract/kit/locales.ts'
import { instantIn, minuteIn, sentenceIn } from '#server/platform/time/zoned.ts'

const winter = '2026-01-25T14:04:05.006Z'
const summer = '2026-07-25T14:04:05.006Z'

it.each([
  ['UTC', winter, '25 Jan 2026, 14:04 UTC', '2026-01-25T14:04:05.006+00:00'],
  ['Europe/Paris', winter, '25 Jan 2026, 15:04 CET', '2026-01-25T15:04:05.006+01:00'],
  ['Europe/Paris', summer, '25 Jul 2026, 16:04 CEST', '2026-07-25T16:04:05.006+02:00'],
  ['Europe/London', winter, '25 Jan 2026, 14:04 GMT', '2026-01-25T14:04:05.006+00:00'],
  ['Europe/London', summer, '25 Jul 2026, 15:04 BST', '2026-07-25T15:04:05.006+01:00'],
  ['America/New_York', winter, '25 Jan 2026, 09:04 EST', '2026-01-25T09:04:05.006-05:00'],
  ['America/Los_Angeles', summer, '25 Jul 2026, 07:04 PDT', '2026-07-25T07:04:05.006-07:00'],
  ['Asia/Tokyo', winter, '25 Jan 2026, 23:04 JST', '2026-01-25T23:04:05.006+09:00'],
  ['Asia/Shanghai', winter, '25 Jan 2026, 22:04 GMT+8', '2026-01-25T22:04:05.006+08:00'],
  ['Australia/Sydney', winter, '26 Jan 2026, 01:04 AEDT', '2026-01-26T01:04:05.006+11:00'],
])('%s at %s', (zone, at, sentence, file) => {
  expect(minuteIn(zone, new Date(at))).toBe(sentence)
  expect(instantIn(zone, at)).toBe(file)
  expect(sentenceIn(zone, `Late since ${at}.`)).toBe(`Late since ${sentence}.`)
})

it('a time in a file is the same moment in every zone', () => {
  const zones = [...Object.keys(companyTimeZones), 'Asia/Kathmandu', 'America/St_Johns']
  const at = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...zones), at, (zone, moment) => {
      expect(new Date(instantIn(zone, moment)).getTime()).toBe(moment.getTime())
    }),
  )
})
