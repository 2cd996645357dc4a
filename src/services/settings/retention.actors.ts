/** Joins the tab Retention Policy to its calls. */
import { backupEndpoints, type CompanyBackup, type RestoredConnectors } from '#contract/settings/retention/backups.ts'
import { type RetentionPreview, type RetentionReport, retentionEndpoints } from '#contract/settings/retention/retention.ts'
import { type DuePerson, retentionPeopleEndpoints } from '#contract/settings/retention/retention-people.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import { tableFileMachine } from '../../machines/kit/request.machine.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import {
  draftOfRetention,
  faultOfBackups,
  type RetentionDraft,
  retentionOfDraft,
} from '../../machines/settings/retention-draft.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { saveText } from '../kit/text-file.service.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings. */
const reportsPause = 10_000
const previewPause = 60_000

const nameOf = (companyId: string) => `retention:${companyId}`
const sectionIn = ({ retentionPolicy, revisions, saved }: SystemSettings): Section => ({
  value: draftOfRetention(retentionPolicy),
  revision: revisions.retentionPolicy,
  saved: saved.retentionPolicy,
})

export const retentionMachine = (access: Access, companyId: string, announce: () => void) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await call(systemSettingsEndpoints.get, { access, signal })),
    save: async ({ value, revision }, signal) => {
      const retentionPolicy = retentionOfDraft(value as RetentionDraft)
      const body = { retentionPolicy, revisions: { retentionPolicy: revision } }
      return sectionIn(await call(systemSettingsEndpoints.set, { access, body, signal }))
    },
    isValid: (draft) => faultOfBackups(draft as RetentionDraft) === undefined,
    announce,
  })

export const openedRetention = (companyId: string) => openedSection(nameOf(companyId))

/** What some periods would remove, as a list of one. */
export const retentionPreviewMachine = (access: Access) =>
  listOf(async (query, signal): Promise<{ items: readonly RetentionPreview[]; total: number }> => {
    const { integrationLogs, auditLogs, userData } = query
    const asked = { integrationLogs: Number(integrationLogs), auditLogs: Number(auditLogs), userData: Number(userData) }
    return { items: [await call(retentionEndpoints.preview, { access, query: asked, signal })], total: 1 }
  }).provide({ delays: { refreshPause: previewPause } })

export const retentionReportsMachine = (access: Access) =>
  listOf(async ({ page }, signal): Promise<{ items: readonly RetentionReport[]; total: number }> => {
    const { data, total } = await call(retentionEndpoints.reports, { access, query: { page: Number(page) }, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: reportsPause } })

/** The period is that of the saved policy; it is part of the input so that another one reads anew. */
export const duePeopleMachine = (access: Access) =>
  listOf(async ({ page }, signal): Promise<{ items: readonly DuePerson[]; total: number }> => {
    const { data, total } = await call(retentionPeopleEndpoints.list, {
      access,
      query: { page: Number(page), limit: 100 },
      signal,
    })
    return { items: data, total }
  }).provide({ delays: { refreshPause: reportsPause } })

/** `kind` is what is done with the person whose id it is. */
export const deletionMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: ({ kind, id }, signal) =>
      kind === 'request'
        ? call(retentionPeopleEndpoints.request, { access, params: { id }, signal })
        : call(retentionPeopleEndpoints.decide, { access, params: { id }, body: { approve: kind === 'approve' }, signal }),
    announce,
  })

export const backupListMachine = (access: Access) =>
  listOf(async ({ page }, signal): Promise<{ items: readonly CompanyBackup[]; total: number }> => {
    const { data, total } = await call(backupEndpoints.list, { access, query: { page: Number(page), limit: 100 }, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: reportsPause } })

/** `kind` make or restore; the choice of a restore is a connector, or all of them. */
export const backupActionMachine = (access: Access, announce: (restored: RestoredConnectors | null) => void) =>
  confirmedActionOf({
    act: async ({ kind, id, choice = '' }, signal) => {
      if (kind === 'make') {
        await call(backupEndpoints.make, { access, signal })
        return announce(null)
      }
      const body = { connectorId: choice === '' ? null : choice }
      announce(await call(backupEndpoints.restore, { access, params: { id }, body, signal }))
    },
    announce: () => {},
  })

/** Its input is the id of a backup. */
export const backupFileMachine = (access: Access) =>
  tableFileMachine.provide({
    actors: {
      send: actorFrom(async ({ id }, signal): Promise<string> => {
        const name = `backup-${id}.ndjson`
        const text = await call(backupEndpoints.file, { access, params: { id: String(id) }, signal })
        saveText(name, text, 'application/x-ndjson;charset=utf-8')
        return name
      }),
    },
  })

export const removalConfirmationMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => call(retentionEndpoints.confirm, { access, params: { id }, signal }), announce })

/** Its input is the id of an archive. */
export const archiveFileMachine = (access: Access) =>
  tableFileMachine.provide({
    actors: {
      send: actorFrom(async ({ id }, signal): Promise<string> => {
        const name = `archive-${id}.ndjson`
        const text = await call(retentionEndpoints.archive, { access, params: { id: String(id) }, signal })
        saveText(name, text, 'application/x-ndjson;charset=utf-8')
        return name
      }),
    },
  })
