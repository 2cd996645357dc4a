import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { SettingsSectionActor } from '#src/machines/kit/settings-section.machine.ts'
import { selectCanReload, selectIsRead, selectProblem } from '#src/machines/kit/settings-section.machine.ts'
import { RetryAlert } from '../feedback/RetryAlert.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { settingsMessages as messages } from '../settings.messages.ts'

type SectionFrameProps = {
  readonly actor: SettingsSectionActor
  /** What is read: "company settings". */
  readonly name: string
  /** Drawn once it was read. */
  readonly children: ReactNode
}

/** A section of settings until it is there: loading, or why it could not be read. */
export function SectionFrame({ actor, name, children }: SectionFrameProps) {
  const isRead = useSelector(actor, selectIsRead)
  const problem = useSelector(actor, selectProblem)
  const canReload = useSelector(actor, selectCanReload)
  if (isRead) return children
  if (problem === null) return <Spinner label={messages.loading(name)} />
  return <RetryAlert problem={problem} canRetry={canReload} onRetry={() => actor.send({ type: 'user.reloaded' })} />
}
