/** The page with stub children: what it sends to one part when another has news. `retention.page.parts.test.ts` runs it with the real ones. */
import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { CompanyBackup, RestoredConnectors } from '#contract/settings/retention/backups.ts'
import type { Due, RetentionPreview, RetentionReport } from '#contract/settings/retention/retention.ts'
import type { DuePerson } from '#contract/settings/retention/retention-people.ts'
import { confirmedActionMachine } from '#src/machines/kit/confirmed-action.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { settingsSectionMachine } from '#src/machines/kit/settings-section.machine.ts'
import { type RetentionFact, retentionPageMachine } from '#src/machines/settings/retention.page.machine.ts'
import type { RetentionDraft } from '#src/machines/settings/retention-draft.ts'
import { messageOf, Retention } from '#src/views/settings/retention/RetentionTab.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, bug } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const at = '2026-11-25T08:00:00.000Z'
const draft: RetentionDraft = {
  ...{ enabled: true, integrationLogs: '30', archiveLogs: false, auditLogs: '365', archiveAudit: false },
  ...{ userData: '365', autoDelete: false, backups: '30', maxBackupsToKeep: '10', autoCleanup: true },
}
const section = { value: draft, revision: 3 }
const due: Due = { before: at, due: 3, total: 9, isOverCap: false }
const preview: RetentionPreview = { integrationLogs: due, auditLogs: due, userData: due, nextAt: at, operatorDays: null }
const ada: DuePerson = { id: 'ada', name: 'Ada', email: 'ada@harbor.test', goneSince: at, connectors: 2, request: null }
const backup: CompanyBackup = { id: 'b1', createdAt: at, connectors: [], bytes: 10, sha256: '' }
const removal: RetentionReport = {
  ...{ id: 'r1', area: 'auditLogs', status: 'held', beganAt: at, endedAt: null, cutoff: at, due: 3, total: 9 },
  ...{ removed: {}, kept: {}, error: null, confirmedBy: null, archives: [] },
}
const restored: RestoredConnectors = { connectors: [], gateways: [], endpoints: [], left: [] }
const action = { kind: 'any', id: 'any' }

const listed = (items: readonly unknown[], total = items.length) =>
  listMachine.resolveState({
    value: 'showing',
    context: { query: {}, page: { items, total, readAt: at }, problem: null, isMoved: false },
  })
/** Of a part that lives as long as the page and never ends by itself. */
const part = { answers: {}, problems: { 'a bug': bug } } as const
const decision = {
  ...part,
  asks: undefined,
  shows: confirmedActionMachine.resolveState({ value: 'idle', context: { action: null, problem: null } }),
}

const fixture: Fixture<typeof retentionPageMachine> = {
  view: (actor) => <Retention page={actor} />,
  inputs: { 'the first page': { page: 1, kept: null } },
  answers: {
    policy: {
      ...part,
      asks: { kept: null },
      shows: settingsSectionMachine.resolveState({
        value: 'pristine',
        context: { isReadFirst: false, saved: section, changes: {}, problem: null, theirs: null, isCompared: false },
      }),
      says: {
        'the periods': { type: 'policy.drafted', draft },
        'other periods': { type: 'policy.drafted', draft: { ...draft, auditLogs: '730' } },
        'it is saved': { type: 'policy.saved', section },
      },
    },
    preview: {
      asks: ({ context: { periods } }) => ({ query: periods ?? {} }),
      shows: listed([preview]),
      answers: {},
      problems: { 'a bug': bug },
    },
    people: { ...part, asks: { query: { page: 1 } }, shows: listed([ada]) },
    deletion: { ...decision, says: { 'it is decided': { type: 'deletion.done', action, output: null } } },
    backups: { ...part, asks: { query: { page: 1 } }, shows: listed([backup]) },
    backup: {
      ...decision,
      says: {
        'there is a backup': { type: 'backup.done', action, output: null },
        'they are restored': { type: 'backup.done', action, output: restored },
      },
    },
    backupFile: { ...part, asks: {} },
    removals: { ...part, asks: ({ context: { page } }) => ({ query: { page } }), shows: listed([removal], 15) },
    confirmation: { ...decision, says: { 'it is confirmed': { type: 'confirmation.done', action, output: null } } },
    archiveFile: { ...part, asks: {} },
    address: {
      ...{ asks: undefined, problems: { 'a bug': bug } },
      says: {
        'the first page': { type: 'place.changed', query: { page: 1 } },
        'the second page': { type: 'place.changed', query: { page: 2 } },
      },
    },
  },
  drivers: {
    'user.turned': [
      { ...press('Older'), event: { type: 'user.turned', page: 2 }, behind: ({ context }) => context.page === 2 },
      { ...press('Newer'), event: { type: 'user.turned', page: 1 }, behind: ({ context }) => context.page === 1 },
    ],
    'user.reloaded': press('Retry'),
  },
  assertions: {
    broken: ({ context: { problem } }) => expect(alertText()).toContain(problem?.message),
    'running.policy': () => screen.getByRole('switch', { name: 'Apply this policy', checked: true }),
    'running.counting.waiting': () => expect(screen.getAllByText('Counting…')).toHaveLength(3),
    'running.counting.counted': () => screen.getByText(/^Removes 3 records from before /),
    'running.people': () => screen.getByRole('grid', { name: 'People due for deletion' }),
    'running.backups': () => screen.getByRole('grid', { name: 'Available backups' }),
    'running.removals.listing': ({ context: { page } }) => screen.getByText(page === 1 ? /^1.10 of 15/ : /^11.15 of 15/),
  },
  delays: {},
  parts: ['Retention policy', 'Integration logs', 'Audit logs', 'User data', 'Deletions of people', 'Backups', 'Removals'],
  /** Which periods are counted is asked of the child that counts them. */
  project: ({ page }) => ({ page }),
  invariants: {
    'what was done to a list is read again, and nothing else is': {
      when: ({ event: { type } }) => /\.(done|saved)$/.test(type),
      holds: ({ event: { type }, sent }) => {
        const list = {
          'policy.saved': 'people',
          'deletion.done': 'people',
          'backup.done': 'backups',
          'confirmation.done': 'removals',
        }
        expect(sent).toEqual([`${list[type as keyof typeof list]}: user.refreshed`])
      },
    },
    'a page that a person turns to has an address, and one that the address leads to has it already': {
      when: ({ event: { type } }) => type === 'user.turned' || type === 'place.changed',
      holds: ({ event: { type }, sent }) => expect(sent.includes('address: query.placed')).toBe(type === 'user.turned'),
    },
    'what was done is emitted once, and has a message': {
      when: ({ event: { type } }) => /\.(done|saved)$/.test(type),
      holds: ({ event, emitted }) => {
        const restoring = event['output'] === null ? 'backupMade' : 'connectorsRestored'
        const news = { 'policy.saved': 'policySaved', 'backup.done': restoring, 'confirmation.done': 'removalConfirmed' }
        const expected = news[event.type as keyof typeof news]
        expect(emitted.map(({ type }) => type)).toEqual(expected === undefined ? [] : [expected])
        for (const fact of emitted) expect(messageOf(fact as RetentionFact)).toMatch(/[.!]$/)
      },
    },
    'a part lives until it is asked for something else: what is open in it stays open': {
      when: ({ before, after }) => before.matches('running') && after.matches('running'),
      holds: ({ before, event: { type }, after }) => {
        const begun = Object.entries(after.children).filter(([id, child]) => child !== before.children[id as 'policy'])
        const anew = { 'policy.drafted': ['preview'], 'user.turned': ['removals'], 'place.changed': ['removals'] }
        expect(begun.map(([id]) => id)).toEqual(anew[type as keyof typeof anew] ?? [])
      },
    },
    'a part that breaks ends the page, and trying again begins it with the same place': {
      when: ({ event: { type } }) => type.startsWith('xstate.error.') || type === 'user.reloaded',
      holds: ({ before, after, emitted }) => {
        expect(after.context.page).toBe(before.context.page)
        expect(emitted).toEqual([])
      },
    },
  },
}

describe('the tab Retention Policy', () => {
  verifyShape(retentionPageMachine)
  verifyEveryEdge(retentionPageMachine, fixture)
})
