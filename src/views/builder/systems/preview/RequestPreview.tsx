import { useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import styled from 'styled-components'
import {
  type RequestPreviewActor,
  type ShownRequest,
  selectRecordNames,
  selectRequests,
  selectWhyNone,
} from '#src/machines/builder/systems/request-preview.machine.ts'
import { indented } from '#src/machines/kit/json-text.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { RetryAlert } from '../../../kit/feedback/RetryAlert.tsx'
import { Hint } from '../../../kit/layout/blocks.ts'
import { CodeRegion } from '../../../kit/text/CodeRegion.tsx'
import { useContextOf, useIsBusy, useMatches } from '../../../kit/use-snapshot.ts'
import { requestPreviewMessages as messages } from './request-preview.messages.ts'

/** The requests for one sample record, as the form stands. Beside the form where there is room; below it they are closed at first. */
export function RequestPreview({ actor }: { readonly actor: RequestPreviewActor }) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const isBusy = useIsBusy(actor)
  return (
    <Frame aria-labelledby={id} aria-busy={isBusy}>
      <Head>
        <Title id={id}>{messages.title}</Title>
        <Turn>
          <Button kind="quiet" onPress={() => setShown(!isShown)}>
            {isShown ? messages.hide : messages.show}
          </Button>
        </Turn>
      </Head>
      <Body $isShown={isShown}>
        <PreviewedRequests actor={actor} />
      </Body>
    </Frame>
  )
}

/** What is inside: the choice of the record, and its requests or why there are none. */
export function PreviewedRequests({ actor }: { readonly actor: RequestPreviewActor }) {
  const requests = useSelector(actor, selectRequests)
  const why = useSelector(actor, selectWhyNone)
  const names = useSelector(actor, selectRecordNames)
  const isWithout = useMatches(actor, 'without')
  const hasFailed = useMatches(actor, 'failed')
  const isNew = useContextOf(actor, 'answer') === null
  const problem = useContextOf(actor, 'problem')
  const at = useContextOf(actor, 'at')
  if (isWithout) return <Hint>{messages.without}</Hint>
  return (
    <>
      {names.length < 2 ? null : (
        <Select
          label={messages.record}
          options={Object.fromEntries(names.map((name, index) => [`record-${index}`, name]))}
          value={`record-${at}`}
          onChoose={(chosen) => actor.send({ type: 'user.choseRecord', at: Number(chosen.slice('record-'.length)) })}
        />
      )}
      {hasFailed ? (
        <RetryAlert problem={problem} canRetry onRetry={() => actor.send({ type: 'user.retried' })} />
      ) : isNew ? (
        <Hint role="status">{messages.loading}</Hint>
      ) : why === null ? (
        requests.map((request) => <Request key={request.step} request={request} hasTitle={requests.length > 1} />)
      ) : (
        <p role="status">{why}</p>
      )}
    </>
  )
}

const named = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())

/** A body on several lines where it is JSON; lines of NDJSON and anything else stay as they are sent. */
function shownBody(body: string, isLines: boolean): string {
  if (isLines) return body
  try {
    JSON.parse(body)
    return indented(body)
  } catch {
    return body
  }
}

function Request({ request, hasTitle }: { readonly request: ShownRequest; readonly hasTitle: boolean }) {
  const { step, method, url, headers, body, isLines } = request
  const lines = Object.entries(headers).map(([name, value]) => `\n${named(name)}: ${value}`)
  const text = (
    <>
      {`${method} `}
      {url.map(({ at, text: part, isValue }) => (isValue ? <Value key={at}>{part}</Value> : part))}
      {lines.join('')}
      {body === '' ? '' : `\n\n${shownBody(body, isLines)}`}
    </>
  )
  return (
    <figure>
      {hasTitle ? <figcaption>{messages.steps[step]}</figcaption> : null}
      <CodeRegion label={messages.steps[step]} text={text} isTall />
    </figure>
  )
}

const wide = '@media (min-width: 48rem)'

/** A value of the record in the URL. */
const Value = styled.mark`
  border-radius: 2px;
  background: ${color['success.subtle']};
  color: ${color['success.text']};
`

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  min-width: 0;
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};

  & > :last-child {
    margin-left: auto;
  }
`

const Title = styled.h2`
  font: ${font.section};
`

const Turn = styled.div`
  ${wide} {
    display: none;
  }
`

const Body = styled.div<{ readonly $isShown: boolean }>`
  display: ${({ $isShown }) => ($isShown ? 'grid' : 'none')};
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};

  ${wide} {
    display: grid;
  }

  & > figure {
    min-width: 0;
    margin: 0;
  }

  & figcaption {
    margin-bottom: ${space[4]};
    font: ${font.strong};
  }
`
