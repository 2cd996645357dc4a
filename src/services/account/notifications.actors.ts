/** Joins the tabs of notifications to their calls. */
import type { NotificationChannelState } from '#contract/account/notifications.ts'
import { notificationChannels } from '#contract/kit/notification-limits.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { markAllRead, readHistory, readPreferences, savePreferences } from './notifications.service.ts'
import type { Own } from './security.service.ts'

/** One field a channel. */
export type ChannelFields = Readonly<Record<NotificationChannelState['type'], Omit<NotificationChannelState, 'revision'>>>

const nameOf = ({ userId }: Own) => `notifications:${userId}`
const sectionIn = (all: readonly NotificationChannelState[]): Section => ({
  value: Object.fromEntries(all.map(({ revision: _, ...it }) => [it.type, it])),
  revision: all[0]?.revision ?? 0,
})

const preferencesIn = ({ value }: Section) =>
  notificationChannels.map((channel) => {
    const { type, enabled, categories } = (value as ChannelFields)[channel]
    return { type, enabled, categories }
  })

export const preferencesMachine = (own: Own, announce: () => void) =>
  sectionOf({
    name: nameOf(own),
    read: async (signal) => sectionIn(await readPreferences(own, signal)),
    save: async (section, signal) =>
      sectionIn(await savePreferences(own, { body: preferencesIn(section), revision: section.revision }, signal)),
    announce,
  })

export const openedPreferences = (own: Own) => openedSection(nameOf(own))

/** `query.page`. */
export const notificationListMachine = (own: Own) => listOf(({ page }, signal) => readHistory(own, Number(page), signal))

export const markReadMachine = (own: Own, announce: () => void) =>
  confirmedActionOf({ act: (_, signal) => markAllRead(own, signal), announce })
