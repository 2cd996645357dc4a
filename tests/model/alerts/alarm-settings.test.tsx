import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { type AlarmSettings, usualAlarmSettings } from '#contract/alerts/alarm.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type AlarmSettingsSnapshot, alarmSettingsMachine } from '#src/machines/alerts/alarm-settings.machine.ts'
import { faultsIn, isFieldEnabled, settingsOf, type Ticked, type WrittenField } from '#src/machines/alerts/alarm-written.ts'
import { AlarmSettingsForm } from '#src/views/alerts/AlarmSettingsForm.tsx'
import { press, write } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, faultAtField, fieldAt, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'
import { alarmAt, alarmsWith, people } from './alarm-samples.ts'

const labels = {
  graceMinutes: 'Overdue after (minutes)',
  hours: 'Hours without records',
  widening: 'Forecast band width',
  errorRate: 'Failed records (%)',
  minRecords: 'Minimum number of records',
  failedRuns: 'Failed runs in a row',
  from: 'From hour',
  to: 'To hour',
} as const satisfies Record<WrittenField, string>

const later: AlarmSettings = { ...usualAlarmSettings, late: { isOn: true, graceMinutes: 30 } }
const saved = { ...alarmsWith(alarmAt('watching', 'No alerts so far.')), settings: later }

/** So much of what is written that a path stays short: one thing is changed at a time. */
const changed = ({ context: { written, settings, zone } }: AlarmSettingsSnapshot) =>
  JSON.stringify(settingsOf(written, settings)) !== JSON.stringify(settings) ||
  faultsIn(written).length > 0 ||
  zone !== written.zone
const isFresh = (snapshot: AlarmSettingsSnapshot) => !changed(snapshot)
const isNight = ({ context: { written } }: AlarmSettingsSnapshot) => written.ticks.hasQuietHours && faultsIn(written).length === 0

const fixture: Fixture<typeof alarmSettingsMachine> = {
  view: (actor) => <AlarmSettingsForm actor={actor} people={[...people]} />,
  inputs: { 'the usual settings': { settings: usualAlarmSettings, zone: 'Europe/Berlin' } },
  answers: {
    saveSettings: {
      asks: ({ context: { written, settings } }) => {
        const wanted = settingsOf(written, settings)
        const parts = Object.keys(wanted) as (keyof AlarmSettings)[]
        const other = parts.filter((part) => JSON.stringify(wanted[part]) !== JSON.stringify(settings[part]))
        const of = (whole: AlarmSettings) => Object.fromEntries(other.map((part) => [part, whole[part]]))
        return { ...of(wanted), seen: of(settings) }
      },
      answers: { 'they are saved': saved },
      problems: {
        'the net is down': offline,
        'it is not allowed': refusal('request/malformed'),
        'somebody was faster': refusal('alarm/stale'),
      },
    },
  },
  drivers: {
    'user.wrote': [
      writes('graceMinutes', '7'),
      writes('graceMinutes', 'soon'),
      ...(['hours', 'widening', 'errorRate', 'minRecords', 'failedRuns'] as const).map((field) => writes(field, '0')),
      ...(['from', 'to'] as const).map((field) => ({ ...writes(field, '24'), when: isNight })),
    ],
    'user.ticked': [
      ticks('late', "Overdue: a run didn't start on time"),
      ticks('quiet', 'No data: no records when some are expected'),
      ticks('strange', 'Unusual volume: far more or fewer records than expected'),
      ticks('failing', 'Too many failures: more failed records or runs than the limit'),
      ticks('toOwner', 'Connector owner'),
      ticks('tellsClearing', 'Also notify when resolved'),
      ticks('hasQuietHours', 'Quiet hours'),
    ],
    'user.chosePerson': [chooses('ada', 'Ada Lovelace'), chooses('bob', 'Bob Frankston')],
    'user.submitted': press('Save settings'),
    'user.discarded': press('Discard changes'),
  },
  assertions: {
    writing: sees,
    saving: () => screen.getByRole('button', { name: 'Saving…' }),
    saved: (snapshot) => {
      sees(snapshot)
      expect(screen.getByRole('status').textContent).toBe('Saved.')
    },
  },
  delays: {},
  project: ({ written: { fields, ticks: on }, settings, problem }) => ({
    grace: fields.graceMinutes,
    late: on.late,
    night: on.hasQuietHours,
    saved: settings.late.graceMinutes,
    told: problem !== null,
  }),
  invariants: {
    'what does not fit is told at its field and never sent': {
      when: () => true,
      holds: ({ after }) => {
        const faults = faultsIn(after.context.written)
        if (after.matches('saving')) expect(faults).toEqual([])
        for (const field of faults) expect(faultAtField(labels[field])).toMatch(/^Enter a whole number from /)
      },
    },
    'what was typed stays when it cannot be saved': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ before, event, after }) => {
        expect(after.context.written).toEqual(before.context.written)
        expect(alertText()).toContain(toProblem(event['error']).message)
      },
    },
    'what was saved is what stands in the form': {
      when: ({ event }) => event.type === 'xstate.done.actor.saveSettings',
      holds: () => expect(fieldAt(labels.graceMinutes).value).toBe('30'),
    },
  },
}

describe('the settings of alarms', () => {
  verifyShape(alarmSettingsMachine)
  verifyEveryEdge(alarmSettingsMachine, fixture)
})

function tick(label: string): Gesture {
  return {
    says: `tick "${label}"`,
    find: () => screen.queryByRole('checkbox', { name: label }),
    use: (control, user) => user.click(control),
  }
}

function ticks(what: Ticked, label: string) {
  return { ...tick(label), event: { type: 'user.ticked', what } as const, when: isFresh }
}

function chooses(userId: string, name: string) {
  return { ...tick(name), event: { type: 'user.chosePerson', userId } as const, when: isFresh }
}

function writes(field: WrittenField, text: string) {
  return {
    ...write(text, labels[field]),
    event: { type: 'user.wrote', field, text } as const,
    when: isFresh,
    behind: ({ context }: AlarmSettingsSnapshot) => !isFieldEnabled(field, context.written),
  }
}

function sees({ context: { written } }: AlarmSettingsSnapshot) {
  expect(screen.queryByLabelText(labels.graceMinutes) !== null).toBe(written.ticks.late)
  expect(screen.queryByLabelText(labels.from) !== null).toBe(written.ticks.hasQuietHours)
}
