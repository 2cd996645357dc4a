import { useMemo, useState } from 'react'

import { readCurl } from '#src/machines/builder/systems/curl.ts'
import type { SideChange, SideName } from '#src/machines/builder/systems/side-config.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { Hint, Listed, Row, Stack } from '../../kit/layout/blocks.ts'
import { sideImportWords as words } from './side-imports.messages.ts'

type CurlDialogProps = {
  readonly side: SideName
  readonly onUse: (change: SideChange, example: string | null) => void
  readonly onLeave: () => void
}

export function CurlDialog({ side, onUse, onLeave }: CurlDialogProps) {
  const [text, setText] = useState('')
  const read = useMemo(() => readCurl(text, side), [text, side])
  const fault = 'fault' in read ? words.curlFaults[read.fault] : undefined
  return (
    <Dialog title={words.curlTitle} onLeave={onLeave}>
      <TextArea
        rows={6}
        isCode
        label={words.curlLabel}
        value={text}
        hint={words.curlHint}
        error={text.trim() === '' ? undefined : fault}
        onWrite={setText}
      />
      {'fault' in read ? null : (
        <Stack>
          <p>
            <code>{words.request(read.change.requestMethod ?? '', read.change.url ?? '')}</code>
          </p>
          {read.unused.length === 0 ? null : (
            <div role="status">
              <p>{words.unused}</p>
              <Listed>
                {read.unused.map(({ part, why }) => (
                  <li key={`${part} ${why}`}>
                    <code>{part.slice(0, 200)}</code>: {words.curlReasons[why]}
                  </li>
                ))}
              </Listed>
            </div>
          )}
        </Stack>
      )}
      <Row>
        <Button
          kind="primary"
          isBlocked={'fault' in read}
          why="curl-why"
          onPress={() => ('fault' in read ? undefined : onUse(read.change, read.example))}
        >
          {words.use}
        </Button>
        <Button onPress={onLeave}>{words.cancel}</Button>
        <Hint id="curl-why">{text.trim() === '' ? words.curlFaults.empty : null}</Hint>
      </Row>
    </Dialog>
  )
}
