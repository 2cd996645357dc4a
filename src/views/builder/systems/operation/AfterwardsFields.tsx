import styled from 'styled-components'

import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import { type AfterwardsRequest, afterwardsMethods } from '#contract/connectors/config/operations/afterwards.ts'
import { canWriteBack, firstAfterwards, withAfterwards, withoutAfterwards } from '#src/machines/builder/systems/afterwards.ts'
import { operationOf, type UrlField } from '#src/machines/builder/systems/operation.ts'
import { font, space } from '#src/theme/theme.ts'
import { CompletingBox } from '../../../kit/completion/CompletingBox.tsx'
import { Button } from '../../../kit/controls/Button.tsx'
import { Segmented } from '../../../kit/controls/Segmented.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { Fold, Tick } from '../form-parts.tsx'
import { offeredInText } from './offered.ts'
import { operationMessages } from './operation.messages.ts'

const messages = operationMessages.afterwards

type AfterwardsFieldsProps = {
  readonly config: Pick<ConnectorConfig, 'source' | 'destination' | 'trigger'>
  readonly fields: readonly UrlField[]
  readonly onChange: (config: DestinationConfig) => void
}

const methods = Object.fromEntries(afterwardsMethods.map((name) => [name, name])) as unknown as Record<
  AfterwardsRequest['method'],
  string
>

/** The request after each delivery, such as writing the new id back to the source. */
export function AfterwardsFields({ config, fields, onChange }: AfterwardsFieldsProps) {
  const { destination } = config
  const { afterwards } = operationOf(destination)
  const write = (change: Partial<AfterwardsRequest>) => {
    if (afterwards !== undefined) onChange(withAfterwards(destination, { ...afterwards, ...change }))
  }
  return (
    <Fold
      title={messages.title}
      value={afterwards === undefined ? messages.none : messages.to[afterwards.side]}
      isOpen={afterwards !== undefined}
    >
      {afterwards === undefined ? (
        <>
          <Hint>{messages.hint}</Hint>
          <Row>
            <Button onPress={() => onChange(withAfterwards(destination, firstAfterwards(config, fields)))}>{messages.add}</Button>
          </Row>
        </>
      ) : (
        <>
          {canWriteBack(config) ? (
            <Side>
              <p>{messages.side}</p>
              <Segmented<AfterwardsRequest['side']>
                label={messages.side}
                options={messages.sides}
                value={afterwards.side}
                onChoose={(side) => write({ side })}
              />
            </Side>
          ) : null}
          <Request>
            <Select<AfterwardsRequest['method']>
              label={messages.method}
              options={methods}
              value={afterwards.method}
              onChoose={(method) => write({ method })}
            />
            <CompletingBox
              label={messages.url}
              hint={messages.urlHint}
              value={afterwards.url}
              offered={offeredInText(fields, 'answer')}
              onWrite={(url) => write({ url })}
            />
          </Request>
          <CompletingBox
            label={messages.body}
            hint={messages.bodyHint}
            rows={4}
            value={afterwards.body ?? ''}
            offered={offeredInText(fields, 'answer')}
            onWrite={(body) => write({ body })}
          />
          <Tick label={messages.skips} isOn={afterwards.required === false} onChange={(isOn) => write({ required: !isOn })} />
          <Hint>{messages.outcome}</Hint>
          <Row>
            <Button onPress={() => onChange(withoutAfterwards(destination))}>{messages.remove}</Button>
          </Row>
        </>
      )}
    </Fold>
  )
}

const Request = styled.div`
  display: grid;
  grid-template-columns: 7rem minmax(0, 1fr);
  gap: ${space[12]};
  align-items: start;

  @media (max-width: 599px) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Side = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: start;

  & > p {
    font: ${font.strong};
  }
`
