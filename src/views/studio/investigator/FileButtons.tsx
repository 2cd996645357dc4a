import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { ExportFormat } from '#contract/studio/investigation.ts'
import type { RecordChoiceActor } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { selectChosen } from '#src/machines/connectors/runs/record-choice.selectors.ts'
import type { RecordFileActor, Saved } from '#src/machines/studio/investigator/record-file.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { investigatorMessages } from './investigator.messages.ts'
import { ChosenRecords } from './RecordChoice.tsx'

const { file: messages } = investigatorMessages

const said = ({ fileName, bytes: size, cut }: Saved) =>
  cut === null ? messages.saved(fileName, bytes(size)) : `${messages.saved(fileName, bytes(size))} ${messages.cut[cut]}`

type FileButtonsProps = { readonly actor: RecordFileActor; readonly choice: RecordChoiceActor }

/** What is found as a file: all of it, not only the page that is shown, or the transactions that are chosen. */
export function FileButtons({ actor, choice }: FileButtonsProps) {
  const saved = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const transactionIds = useSelector(choice, selectChosen)
  const save = (format: ExportFormat) => actor.send({ type: 'user.requested', change: { format, transactionIds } })
  return (
    <Group role="group" aria-label={messages.tools}>
      <p role="status">{isBusy ? messages.saving : saved === null ? null : said(saved)}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
      ) : (
        <>
          <ChosenRecords actor={choice} />
          <Button kind="quiet" onPress={() => save('ndjson')}>
            {messages.ndjson}
          </Button>
          <Button kind="quiet" onPress={() => save('csv')}>
            {messages.csv}
          </Button>
        </>
      )}
    </Group>
  )
}

const Group = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
