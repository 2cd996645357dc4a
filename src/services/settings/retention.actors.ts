/** Joins the tab Retention Policy to its calls: one `provide` for all that the page owns. */
import { backupEndpoints, type CompanyBackup } from '#contract/settings/retention/backups.ts'
import { type RetentionPreview, type RetentionReport, retentionEndpoints } from '#contract/settings/retention/retention.ts'
import { type DuePerson, retentionPeopleEndpoints } from '#contract/settings/retention/retention-people.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import { tableFileMachine } from '../../machines/kit/request.machine.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { type RetentionPlace, retentionPageMachine } from '../../machines/settings/retention.page.machine.ts'
import {
  draftOfRetention,
  faultOfBackups,
  type RetentionDraft,
  retentionOfDraft,
} from '../../machines/settings/retention-draft.ts'
import { actorFrom } from '../kit/actor.ts'
import { joinAddress } from '../kit/address/address.actors.ts'
import { readAddress } from '../kit/address/address.service.ts'
import type { Access } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { saveText } from '../kit/text-file.service.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings. */
const refreshPause = 10_000
const previewPause = 60_000

const nameOf = (companyId: string) => `retention:${companyId}`
const sectionIn = ({ retentionPolicy, revisions, saved }: SystemSettings): Section => ({
  value: draftOfRetention(retentionPolicy),
  revision: revisions.retentionPolicy,
  saved: saved.retentionPolicy,
})

const placeOf = (): RetentionPlace => ({ page: Math.max(1, Number.parseInt(readAddress(['page']).page ?? '1', 10) || 1) })

/** The page of removals that the address names, and unsaved changes of the policy. */
export const openedRetention = (companyId: string) => ({ ...placeOf(), kept: openedSection(nameOf(companyId)).kept })

export const retentionPageOf = (access: Access, companyId: string) =>
  retentionPageMachine.provide({
    actors: {
      policy: sectionOf({
        name: nameOf(companyId),
        read: async (signal) => sectionIn(await call(systemSettingsEndpoints.get, { access, signal })),
        save: async ({ value, revision }, signal) => {
          const retentionPolicy = retentionOfDraft(value as RetentionDraft)
          const body = { retentionPolicy, revisions: { retentionPolicy: revision } }
          return sectionIn(await call(systemSettingsEndpoints.set, { access, body, signal }))
        },
        isValid: (draft) => faultOfBackups(draft as RetentionDraft) === undefined,
      }),
      /** What some periods would remove, as a list of one. */
      preview: listOf(async (periods, signal): Promise<{ items: readonly RetentionPreview[]; total: number }> => {
        const { integrationLogs, auditLogs, userData } = periods
        const query = { integrationLogs: Number(integrationLogs), auditLogs: Number(auditLogs), userData: Number(userData) }
        return { items: [await call(retentionEndpoints.preview, { access, query, signal })], total: 1 }
      }).provide({ delays: { refreshPause: previewPause } }),
      people: listOf(async ({ page }, signal): Promise<{ items: readonly DuePerson[]; total: number }> => {
        const query = { page: Number(page), limit: 100 }
        const { data, total } = await call(retentionPeopleEndpoints.list, { access, query, signal })
        return { items: data, total }
      }).provide({ delays: { refreshPause } }),
      /** `kind` is what is done with the person of this id. */
      deletion: confirmedActionOf({
        act: ({ kind, id }, signal) =>
          kind === 'request'
            ? call(retentionPeopleEndpoints.request, { access, params: { id }, signal })
            : call(retentionPeopleEndpoints.decide, { access, params: { id }, body: { approve: kind === 'approve' }, signal }),
      }),
      backups: listOf(async ({ page }, signal): Promise<{ items: readonly CompanyBackup[]; total: number }> => {
        const { data, total } = await call(backupEndpoints.list, { access, query: { page: Number(page), limit: 100 }, signal })
        return { items: data, total }
      }).provide({ delays: { refreshPause } }),
      /** `kind` make or restore; the choice of a restore is a connector, or all of them. Its output is what was restored; null of a backup. */
      backup: confirmedActionOf({
        act: async ({ kind, id, choice = '' }, signal) => {
          if (kind !== 'make') {
            const body = { connectorId: choice === '' ? null : choice }
            return call(backupEndpoints.restore, { access, params: { id }, body, signal })
          }
          await call(backupEndpoints.make, { access, signal })
          return null
        },
      }),
      backupFile: fileOf('backup', (id, signal) => call(backupEndpoints.file, { access, params: { id }, signal })),
      removals: listOf(async ({ page }, signal): Promise<{ items: readonly RetentionReport[]; total: number }> => {
        const { data, total } = await call(retentionEndpoints.reports, { access, query: { page: Number(page) }, signal })
        return { items: data, total }
      }).provide({ delays: { refreshPause } }),
      confirmation: confirmedActionOf({
        act: ({ id }, signal) => call(retentionEndpoints.confirm, { access, params: { id }, signal }),
      }),
      archiveFile: fileOf('archive', (id, signal) => call(retentionEndpoints.archive, { access, params: { id }, signal })),
      address: joinAddress(placeOf, ({ page }) => ({ page: String(page) })),
    },
  })

/** The request names the id of a file. */
const fileOf = (kind: string, read: (id: string, signal: AbortSignal) => Promise<string>) =>
  tableFileMachine.provide({
    actors: {
      send: actorFrom(async ({ id }, signal): Promise<string> => {
        const name = `${kind}-${id}.ndjson`
        saveText(name, await read(String(id), signal), 'application/x-ndjson;charset=utf-8')
        return name
      }),
    },
  })
