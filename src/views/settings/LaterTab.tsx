import { NotBuiltYet } from '../kit/feedback/NotBuiltYet.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { settingsPageMessages } from './settings.messages.ts'
import type { SettingsTabProps } from './settings-tab.ts'

/** A tab that is not built yet. */
export function LaterTab({ title }: SettingsTabProps) {
  return (
    <PageFrame title={title} where={settingsPageMessages.page}>
      <NotBuiltYet />
    </PageFrame>
  )
}
