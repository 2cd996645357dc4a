import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Hint, Row, Stack } from '../../kit/layout/blocks.ts'
import { Toolbar, ToolbarTitle } from '../../kit/layout/Toolbar.tsx'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Example } from './Example.tsx'
import { kitMessages as messages } from './kit.messages.ts'

const nothing = () => {}

/** What a hand does something with. */
export function ControlExamples() {
  const [text, write] = useState(messages.connector)
  const [period, choosePeriod] = useState<keyof typeof messages.periods>('hour')
  const [kind, chooseKind] = useState<keyof typeof messages.kinds>('http')
  const [isOn, turn] = useState(true)
  const [plan, choosePlan] = useState<string>('basic')
  const [filter, chooseFilter] = useState<keyof typeof messages.filters>('all')
  const [tab, chooseTab] = useState<keyof typeof messages.tabs>('overview')
  return (
    <>
      <Example title={messages.sections.buttons}>
        <Row>
          <Button kind="primary" onPress={nothing}>
            {messages.primary}
          </Button>
          <Button onPress={nothing}>{messages.secondary}</Button>
          <Button kind="quiet" onPress={nothing}>
            {messages.quiet}
          </Button>
          <Button kind="danger" onPress={nothing}>
            {messages.danger}
          </Button>
          <Button kind="primary" isBlocked why="kit-why" onPress={nothing}>
            {messages.blocked}
          </Button>
          <Hint id="kit-why">{messages.why}</Hint>
          <Button kind="quiet" label={messages.quiet} onPress={nothing}>
            <Ellipsis aria-hidden="true" />
          </Button>
          <ActionMenu label={messages.more}>
            <MenuButton onPress={nothing}>{messages.duplicate}</MenuButton>
            <MenuButton isDanger onPress={nothing}>
              {messages.danger}
            </MenuButton>
          </ActionMenu>
          <LinkButton href="/kit">{messages.link}</LinkButton>
          <LinkButton href="/kit" $isQuiet>
            {messages.link}
          </LinkButton>
          <PlainLink href="/kit">{messages.link}</PlainLink>
        </Row>
      </Example>
      <Example title={messages.sections.fields}>
        <Field label={messages.name} hint={messages.nameHint} value={text} onWrite={write} />
        <Field label={messages.address} value="orders" error={messages.addressError} onWrite={nothing} />
        <Field label={messages.readOnly} value={messages.company} isBlocked onWrite={nothing} />
        <TextArea label={messages.note} value={messages.noteText} onWrite={nothing} />
        <SearchBox type="search" aria-label={messages.search} placeholder={messages.search} />
      </Example>
      <Example title={messages.sections.choices}>
        <Select label={messages.kind} options={messages.kinds} value={kind} onChoose={chooseKind} />
        <Switch label={messages.alerts} hint={messages.alertsHint} isOn={isOn} onTurn={turn} />
        <Choice label={messages.plan} options={messages.plans} value={plan} onChoose={choosePlan} />
        <Toolbar
          note={messages.nameHint}
          tools={<ToolbarSelect label={messages.period} options={messages.periods} value={period} onChoose={choosePeriod} />}
        >
          <ToolbarTitle>{messages.runs}</ToolbarTitle>
        </Toolbar>
        <FilterChips
          label={messages.filter}
          options={[
            { value: 'all', name: messages.filters.all, count: 12 },
            { value: 'failing', name: messages.filters.failing, count: 1 },
            { value: 'healthy', name: messages.filters.healthy, count: null },
          ]}
          value={filter}
          onChoose={chooseFilter}
        />
        <Tabs label={messages.tabsName} tabs={messages.tabs} counts={{ problems: 2 }} chosen={tab} onChoose={chooseTab}>
          <Stack>{messages.tabs[tab]}</Stack>
        </Tabs>
      </Example>
    </>
  )
}
