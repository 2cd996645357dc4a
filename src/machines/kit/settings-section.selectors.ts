import { draftOf, isEmpty, type SettingsSectionEvent, type SettingsSectionSnapshot } from './settings-section.machine.ts'

export const selectStage = ({ value }: SettingsSectionSnapshot) => value
export const selectProblem = ({ context }: SettingsSectionSnapshot) => context.problem
/** Whether there is something to draw. */
export const selectIsRead = ({ context }: SettingsSectionSnapshot) => context.saved !== null
export const selectChanges = ({ context }: SettingsSectionSnapshot) => context.changes

/** What stands in the fields; the caller names its kind, as the provider of the actors did. */
export const selectDraft = <Value extends object>({ context }: SettingsSectionSnapshot) => draftOf(context) as Value
/** As it is saved; null before it was read. */
export const selectSaved = <Value extends object>({ context }: SettingsSectionSnapshot) =>
  (context.saved?.value ?? null) as Value | null
/** By whom and when it was saved since it was read; null where that is not said. */
export const selectSavedByOthers = ({ context }: SettingsSectionSnapshot) => context.theirs?.saved ?? null
/** Each change beside what somebody else saved; null where nothing is compared. */
export const selectCompared = ({ context }: SettingsSectionSnapshot) => (context.isCompared ? context.saved : null)
const selectCan = (event: SettingsSectionEvent) => (snapshot: SettingsSectionSnapshot) => snapshot.can(event)
/** Whether it is shown, and changed only after Edit; while it is read again too. */
export const selectIsViewed = (snapshot: SettingsSectionSnapshot) =>
  snapshot.matches('viewing') ||
  (snapshot.matches('loading') && snapshot.context.isReadFirst && isEmpty(snapshot.context.changes))

/** Whether the fields take changes. */
export const selectCanChange = (snapshot: SettingsSectionSnapshot) => snapshot.hasTag('editable')
export const selectCanEdit = selectCan({ type: 'user.edited' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanDiscard = selectCan({ type: 'user.discarded' })
export const selectCanReload = selectCan({ type: 'user.reloaded' })
export const selectCanCompare = selectCan({ type: 'user.compared' })
