/** Joins the tab Notification Settings to its calls. */
import { type CompanyMailState, companyMailEndpoints } from '#contract/settings/company-mail.ts'
import { type SystemSettings, systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { draftOfNotifications, type NotificationsDraft, notificationsOfDraft } from '../../machines/settings/mail-draft.ts'
import { mailTestMachine } from '../../machines/settings/mail-test.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings of how the mail server has done. */
const statePause = 15_000
/** One try: another one would be another mail. */
const patience = { retries: 0, backoffCap: 0 }

const nameOf = (companyId: string) => `notifications:${companyId}`
const sectionIn = ({ notificationSettings, revisions, saved }: SystemSettings): Section => ({
  value: draftOfNotifications(notificationSettings),
  revision: revisions.notificationSettings,
  saved: saved.notificationSettings,
})

export const notificationSettingsMachine = (access: Access, companyId: string, announce: () => void) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await call(systemSettingsEndpoints.get, { access, signal })),
    save: async ({ value, revision }, signal) => {
      const notificationSettings = notificationsOfDraft(value as NotificationsDraft)
      const body = { notificationSettings, revisions: { notificationSettings: revision } }
      return sectionIn(await call(systemSettingsEndpoints.set, { access, body, signal }))
    },
    announce,
    secrets: ['password'],
  })

export const openedNotificationSettings = (companyId: string) => openedSection(nameOf(companyId))

export const mailTestFor = (access: Access) =>
  mailTestMachine.provide({
    actors: {
      send: actorFrom(({ server, testRecipient }, signal) => {
        const empty = { host: '', port: 587, secure: false, username: '', password: '', sender: '' }
        const body = { ...(server ?? empty), testRecipient }
        return call(companyMailEndpoints.test, { access, body, signal, patience })
      }),
    },
  })

/** How the mail server has done, as a list of one. */
export const mailStateMachine = (access: Access) =>
  listOf(
    async (_, signal): Promise<{ items: readonly CompanyMailState[]; total: number }> => ({
      items: [await call(companyMailEndpoints.state, { access, signal })],
      total: 1,
    }),
  ).provide({ delays: { refreshPause: statePause } })
