import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { RecordFileActor, Saved } from '#src/machines/connectors/runs/record-file.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { recordFileMessages as messages } from './record-file.messages.ts'

const savedText = ({ fileName, bytes: size, cut }: Saved) =>
  cut === null ? messages.saved(fileName, bytes(size)) : `${messages.saved(fileName, bytes(size))} ${messages.cut[cut]}`

type RecordFileProps = {
  readonly actor: RecordFileActor
  readonly name: string
  /** What begins a file; while one is written, it can be cancelled instead. */
  readonly children: ReactNode
}

export function RecordFile({ actor, name, children }: RecordFileProps) {
  const saved = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <Group role="group" aria-label={name}>
      <p role="status">{isBusy ? messages.saving : saved === null ? null : savedText(saved)}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {isBusy ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : children}
    </Group>
  )
}

const Group = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
