import { useMemo, useState } from 'react'

import { readCurl } from '#src/machines/builder/systems/curl.ts'
import type { SideChange, SideName } from '#src/machines/builder/systems/side-config.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { Hint, Listed, Row, Stack } from '../../kit/layout/blocks.ts'
import { sideImportMessages as messages } from './side-imports.messages.ts'

type CurlDialogProps = {
  readonly side: SideName
  readonly onUse: (change: SideChange, example: string | null) => void
  readonly onLeave: () => void
}

export function CurlDialog({ side, onUse, onLeave }: CurlDialogProps) {
  const [text, setText] = useState('')
  const read = useMemo(() => readCurl(text, side), [text, side])
  const fault = 'fault' in read ? messages.curlFaults[read.fault] : undefined
  return (
    <Dialog title={messages.curlTitle} onLeave={onLeave}>
      <TextArea
        rows={6}
        isCode
        label={messages.curlLabel}
        value={text}
        hint={messages.curlHint}
        error={text.trim() === '' ? undefined : fault}
        onWrite={setText}
      />
      {'fault' in read ? null : (
        <Stack>
          <p>
            <code>{messages.request(read.change.requestMethod ?? '', read.change.url ?? '')}</code>
          </p>
          {read.unused.length === 0 ? null : (
            <div role="status">
              <p>{messages.unused}</p>
              <Listed>
                {read.unused.map(({ part, why }) => (
                  <li key={`${part} ${why}`}>
                    <code>{part.slice(0, 200)}</code>: {messages.curlReasons[why]}
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
          {messages.use}
        </Button>
        <Button onPress={onLeave}>{messages.cancel}</Button>
        <Hint id="curl-why">{text.trim() === '' ? messages.curlFaults.empty : null}</Hint>
      </Row>
    </Dialog>
  )
}
