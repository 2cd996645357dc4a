import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import type { Auth } from '../../../contract/config.ts'
import type { ShapeField } from '../../../contract/shape.ts'
import type { ProbeActor, Probed } from '../../machines/probe/probe.machine.ts'
import { selectCanAsk, selectIsBusy, selectProblem, selectSample } from '../../machines/probe/probe.selectors.ts'
import { type Operation, readOpenApi } from '../../machines/side/openapi.ts'
import type { SideChange, SideName } from '../../machines/side/side-config.ts'
import { sideImportWords as words } from '../../words/side-imports.ts'
import { Button } from '../parts/Button.tsx'
import { Hint, Row, Stack } from '../parts/blocks.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Field } from '../parts/Field.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { ChosenOperation } from './ChosenOperation.tsx'
import { Tight } from './form-parts.tsx'
import { OperationList } from './OperationList.tsx'

type OpenApiDialogProps = {
  readonly side: SideName
  readonly auth: Auth | undefined
  readonly fetcher: ProbeActor
  readonly onUse: (change: SideChange, fields: readonly ShapeField[]) => void
  readonly onLeave: () => void
}

const documentAt = (url: string): Probed => ({ side: 'source', config: { type: 'http', url, requestMethod: 'GET' } })

/** A document that is pasted, chosen or fetched; one of its operations fills the form. */
export function OpenApiDialog({ side, auth, fetcher, onUse, onLeave }: OpenApiDialogProps) {
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState('')
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState<Operation | null>(null)
  const probed = documentAt(url)
  const fetched = useFetched(fetcher)
  const isFetching = useSelector(fetcher, selectIsBusy)
  const canFetch = useSelector(fetcher, selectCanAsk(probed))
  const problem = useSelector(fetcher, selectProblem)
  const text = pasted || file || fetched.text
  const read = useMemo(() => readOpenApi(text), [text])
  const base = pasted === '' && file === '' ? fetched.url : null

  if (chosen !== null && 'document' in read)
    return (
      <Dialog title={words.openApiTitle} onLeave={onLeave}>
        <ChosenOperation
          document={read}
          operation={chosen}
          choosing={{ side, auth, base }}
          onUse={onUse}
          onAnother={() => setChosen(null)}
        />
      </Dialog>
    )
  return (
    <Dialog title={words.openApiTitle} onLeave={onLeave}>
      <Hint>{words.openApiHint}</Hint>
      <Tight>
        <label>
          <strong>{words.file}</strong>{' '}
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => target.files?.[0]?.text().then(setFile, () => setFile(''))}
          />
        </label>
      </Tight>
      <TextArea label={words.orPaste} value={pasted} isCode onWrite={setPasted} />
      <Stack>
        <Field label={words.orUrl} value={url} type="url" spellCheck={false} onWrite={setUrl} />
        <Row>
          <Button
            isBlocked={!canFetch}
            onPress={() => {
              setPasted('')
              setFile('')
              fetcher.send({ type: 'user.asked', probed })
            }}
          >
            {isFetching ? words.fetching : words.fetch}
          </Button>
        </Row>
      </Stack>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {fetched.isCut && pasted === '' && file === '' ? <p role="alert">{words.cut}</p> : null}
      {'fault' in read ? (
        <p role="status">{text === '' ? null : words.openApiFaults[read.fault]}</p>
      ) : (
        <OperationList document={read} onChoose={setChosen} />
      )}
      <Row>
        <Button onPress={onLeave}>{words.cancel}</Button>
      </Row>
    </Dialog>
  )
}

/** What came back under the address that was asked; empty where nothing whole did. */
function useFetched(fetcher: ProbeActor): { readonly text: string; readonly url: string | null; readonly isCut: boolean } {
  const exchange = useSelector(fetcher, selectSample)?.exchanges.at(-1)
  const response = exchange?.response ?? null
  const isCut = response?.isCut ?? false
  return { text: response === null || isCut ? '' : response.body, url: exchange?.request.url ?? null, isCut }
}
