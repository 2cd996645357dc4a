import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { RecordFileActor } from '../../machines/investigator/record-file.machine.ts'
import { selectIsBusy, selectProblem, selectSaved } from '../../machines/investigator/record-file.selectors.ts'
import { space } from '../../theme/theme.ts'
import { investigatorWords } from '../../words/investigator.ts'
import { bytes } from '../../words/sizes.ts'
import { Button } from '../parts/Button.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'

const { file: words } = investigatorWords

/** What is found as a file: all of it, not only the page that is shown. */
export function FileButtons({ actor }: { readonly actor: RecordFileActor }) {
  const saved = useSelector(actor, selectSaved)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <Group role="group" aria-label={words.tools}>
      <p role="status">{isBusy ? words.saving : saved === null ? null : words.saved(saved.fileName, bytes(saved.bytes))}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{words.cancel}</Button>
      ) : (
        <>
          <Button onPress={() => actor.send({ type: 'user.exported', format: 'ndjson' })}>{words.ndjson}</Button>
          <Button onPress={() => actor.send({ type: 'user.exported', format: 'csv' })}>{words.csv}</Button>
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
