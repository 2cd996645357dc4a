import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import styled from 'styled-components'
import { shapeOfSample } from '#contract/builder/sample-shape.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { keyQuestionOf, withKey } from '#contract/connectors/config/key-question.ts'
import type { ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { unanswered } from '#contract/connectors/config/seen-lists.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { proposalIn } from '#src/machines/builder/lists/paging-evidence.ts'
import { recordsOf, withItems } from '#src/machines/builder/lists/response-items.ts'
import { selectSample } from '#src/machines/builder/systems/probe.machine.ts'
import { withFormat } from '#src/machines/builder/systems/response-format.ts'
import { liveOpenApiMachine } from '#src/services/builder/open-api.actors.ts'
import { liveProbeMachine } from '#src/services/builder/probe.actors.ts'
import { sandboxUrl } from '#src/services/builder/sandbox.service.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { HookMount } from '../../connectors/triggers/HookMount.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Card, Row } from '../../kit/layout/blocks.ts'
import { useHasTag } from '../../kit/use-snapshot.ts'
import { BuilderColumns } from '../draft/BuilderColumns.tsx'
import type { StepProps } from '../draft/builder-step.ts'
import { ConnectionSection } from '../gateway/ConnectionSection.tsx'
import { GatewaySection } from '../gateway/GatewaySection.tsx'
import { ListProcessingSection } from '../lists/ListProcessingSection.tsx'
import { listProcessingMessages as listMessages } from '../lists/list-processing.messages.ts'
import { PartsField } from '../lists/PartsField.tsx'
import { RowsCard } from '../lists/RowsCard.tsx'
import { SampleTable } from '../lists/SampleTable.tsx'
import { Block } from './form-parts.tsx'
import { FormatProposal } from './format/FormatProposal.tsx'
import { KeyFields } from './KeyFields.tsx'
import { ProbePanel } from './ProbePanel.tsx'
import { ShapeCard } from './ShapeCard.tsx'
import { SideForm } from './SideForm.tsx'
import { SideImports } from './SideImports.tsx'
import { useTypedSecret } from './secrets/use-typed-secret.ts'
import { SenderFields } from './sender/SenderFields.tsx'
import { sideMessages as messages } from './side.messages.ts'

/** Where the records come from: how they are asked for, one real answer, and the fields that the mapping offers. */
export function SourceStep(props: StepProps) {
  const access = useAccess()
  const { actor, draft } = props
  const input = { connectorId: draft.connectorId }
  const probe = useMachine(
    () =>
      liveProbeMachine(access, (finding) => {
        const shape = finding.kind === 'sample' ? shapeOfSample(finding.sample, finding.takenAt) : null
        if (shape !== null) actor.send({ type: 'user.changed', change: { shapes: { source: shape } } })
      }),
    [access, actor],
    input,
  )
  const document = useMachine(() => liveOpenApiMachine(access), [access])
  const keepSample = useCallback(
    (shape: RecordShape) => actor.send({ type: 'user.changed', change: { shapes: { source: shape } } }),
    [actor],
  )
  const sample = useSelector(probe, selectSample)
  const isWritable = useHasTag(actor, 'writable')
  const lists = sample === null ? [] : unanswered(draft, sample)
  const open = lists[0] ?? null
  const { source, trigger } = draft.config
  const [tested, setTested] = useTypedSecret(source)
  const isPaged = sample !== null && open !== null && proposalIn(withItems(sample), open, source.url ?? '') !== null
  const answer = isPaged ? listMessages.proposal.use : lists.length > 1 ? null : listMessages.toggle

  const change = (config: SourceConfig) => actor.send({ type: 'user.changed', change: { config: { source: config } } })
  const setFormat = (format: ResponseFormat) => () => {
    change(withFormat(source, format))
    probe.send({ type: 'user.requested', probed: { side: 'source', config: withFormat(tested, format) } })
  }
  const keep = (shape: Omit<RecordShape, 'takenAt'>) =>
    actor.send({ type: 'user.changed', change: { shapes: { source: { ...shape, takenAt: new Date().toISOString() } } } })
  // What the answer said of its lists stays so, whatever is written about the fields.
  const { more } = draft.shapes.source ?? {}
  const stillMore = more === undefined ? {} : { more }
  const shape = (
    <ShapeCard
      side="source"
      shape={draft.shapes.source}
      isWritable={isWritable}
      hasSample={open === null}
      onChange={(it) => keep({ ...it, ...stillMore })}
    />
  )
  const keys = <KeyFields source={source} isWritable={isWritable} onChange={change} />

  if (trigger.type === 'webhook')
    return (
      <Step>
        <p>{messages.hook}</p>
        <SenderFields
          trigger={trigger}
          isWritable={isWritable}
          onChange={(it) => actor.send({ type: 'user.changed', change: { config: { trigger: it } } })}
        />
        <p>{messages.hookSample}</p>
        <HookMount
          connectorId={draft.connectorId}
          settings={trigger.hook}
          example={draft.shapes.source?.examples[0]}
          listening={{
            sampleAt: draft.shapes.source?.takenAt ?? null,
            isWritable,
            isLive: draft.liveVersion !== null,
            keep: keepSample,
          }}
        />
        {source.isList ? <HookList {...props} change={change} /> : null}
        {keys}
        {shape}
      </Step>
    )
  return (
    <BuilderColumns
      sample={
        <>
          <ProbePanel
            actor={probe}
            probed={{ side: 'source', config: tested }}
            list={open}
            answer={answer}
            hasFields={(draft.shapes.source?.fields ?? []).length > 0}
          />
          {sample?.format === undefined || source.responseFormat !== undefined || !isWritable ? null : (
            <FormatProposal format={sample.format} onUse={setFormat(sample.format)} />
          )}
          {open === null || sample === null ? null : <SampleTable {...recordsOf(sample, open)} />}
          {shape}
        </>
      }
      after={
        <>
          <ListProcessingSection {...props} sample={sample} />
          <RowsCard draft={draft} isWritable={isWritable} onChange={change} />
        </>
      }
    >
      <SideImports side="source" config={source} {...{ isWritable, document }} onChange={change} onShape={keep} />
      <Block disabled={!isWritable}>
        <ConnectionSection config={source} onChange={change} side={{ connectorId: draft.connectorId, path: '/source' }} />
      </Block>
      <SideForm
        side="source"
        config={source}
        isWritable={isWritable}
        sandboxUrl={sandboxUrl('source')}
        onTyped={setTested}
        onChange={(it) => change(it.noKey === true && columnsOf(it).length > 0 ? withKey(it, columnsOf(it)) : it)}
        advanced={
          <>
            {keys}
            <PartsField config={draft.config} isWritable={isWritable} onChange={change} />
          </>
        }
        // The card of the records shows the key already where it asks for one.
        isAdvancedSet={
          (source.parts ?? 1) > 1 || ((source.keyFields ?? []).length > 0 && keyQuestionOf(draft.config, draft.shapes) === null)
        }
      />
      <GatewaySection config={source} isWritable={isWritable} onChange={change} />
    </BuilderColumns>
  )
}

const columnsOf = ({ databaseConfig }: SourceConfig) => databaseConfig?.keyColumns ?? []

type HookListProps = StepProps & { readonly change: (source: SourceConfig) => void }

/** How the list in each event is read. What was set for pages stays, for a trigger that asks for them. */
function HookList({ change, ...props }: HookListProps) {
  const { source } = props.draft.config
  const { listConfig } = source
  if (listConfig?.type !== 'pagination') return <ListProcessingSection {...props} sample={null} />
  return (
    <Card role="group" aria-label={messages.hookPages}>
      <p>{messages.hookPages}</p>
      <Row>
        <Button onPress={() => change({ ...source, listConfig: { ...listConfig, type: 'simple' } })}>
          {messages.hookSimple}
        </Button>
      </Row>
    </Card>
  )
}

const Step = styled.div`
  display: grid;
  gap: ${space[24]};
  min-width: 0;
`
