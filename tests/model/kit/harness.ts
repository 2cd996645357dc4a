/**
 * Every edge of the real chart, walked through the real view. `fixture.ts` says what a test brings. In the full form each path is a test, its
 * title is the story, and everything is looked at after each step. In the short form a test takes many edges, and looks once after each.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cleanup, render, screen } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { expect, it, type TestContext } from 'vitest'
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, createActor, SimulatedClock } from 'xstate'

import { isFullForm } from '../../kit/form.ts'
import { edgesOf, leavesOf, nameEdge, tableOf, verifyTable } from './chart.ts'
import { isReachable } from './drivers.ts'
import type { AnyFixture, Fixture, Step } from './fixture.ts'
import { type Edge, exploreAll, tell, withoutBeginnings } from './journeys.ts'
import { whileNothingChanges } from './looking.ts'
import { driversOf, known } from './moves.ts'
import { keyOf, nameState } from './naming.ts'
import { openActors, stubActorOf } from './stub-actor.ts'
import { alone, type Tour, tellTour, toursOver } from './tours.ts'

export function verifyEveryEdge<M extends AnyStateMachine>(machine: M, givenFixture: Fixture<M>): void {
  const fixture = givenFixture as unknown as AnyFixture
  const drivers = driversOf(fixture)
  const ports = Object.entries(fixture.answers).map(([src, { shows }]) => [
    src,
    stubActorOf(machine.implementations.actors[src], shows),
  ])
  const played: AnyStateMachine = machine.provide({ actors: Object.fromEntries(ports) })
  const edges = exploreAll(played, fixture)
  const journeys = withoutBeginnings(edges)
  const tours = isFullForm ? journeys.map(alone) : toursOver(edges, fixture)
  const titles = isFullForm ? journeys.map((journey) => tell(journey, fixture)) : tours.map((tour) => tellTour(tour, fixture))
  const begun = new Set<Tour>()
  const lookedAt = new Set<string>()
  const walked = new Set<string>()
  const used = new Set<string>()

  it.each(tours.map((tour, index) => [titles[index], tour] as const))('%s', async (_, tour) => {
    begun.add(tour)
    await walkTour(tour)
  })

  it('covers every edge of the chart', (test) => {
    needsAllStories(test)
    expect(edgesOf(played).filter((name) => !walked.has(name))).toEqual([])
  })

  it('uses every driver, assertion, response, delay, invariant and exit', (test) => {
    needsAllStories(test)
    const assertions = Object.keys(fixture.assertions).filter((leaf) => fixture.assertions[leaf] !== 'passing')
    const answers = Object.entries(fixture.answers).flatMap(([src, port]) =>
      Object.keys({ ...port.answers, ...port.says, ...port.problems }).map((words) => `${src}: ${words}`),
    )
    const others = Object.keys({ ...fixture.delays, ...fixture.invariants })
    const brought = [
      ...drivers.map(({ says }) => says),
      ...assertions,
      ...answers,
      ...others,
      ...(fixture.exits ?? []),
      ...(fixture.parts ?? []),
    ]
    expect(brought.filter((name) => !used.has(name))).toEqual([])
  })

  it('is the chart that was agreed', () => {
    const numbers = {
      machine: played.id,
      states: new Set(edges.map(({ from }) => keyOf(from, fixture))).size,
      edges: edges.filter(({ legs }) => legs.length > 0).length,
      transitions: edgesOf(played).length,
      paths: journeys.length,
      steps: journeys.reduce((sum, { legs }) => sum + legs.length, 0),
      invariants: Object.keys(fixture.invariants ?? {}).length,
    }
    mkdirSync('reports/model', { recursive: true })
    writeFileSync(`reports/model/${played.id}.json`, `${JSON.stringify(numbers, null, 2)}\n`)
    const steps = edges.flatMap(({ from, legs }) =>
      legs.slice(-1).map(({ move, state }) => ({ from, event: move.event, to: state })),
    )
    verifyTable(played.id, tableOf(`# ${played.id}: ${numbers.states} states, ${numbers.edges} edges`, steps))
  })

  /** After `-t` only some stories were walked, and nothing can be emitted of the whole. */
  function needsAllStories({ skip }: TestContext): void {
    if (begun.size < tours.length) skip(`only ${begun.size} of ${tours.length} stories were asked for`)
  }

  /**
   * A fixture describes what follows on a page that was just opened, so a long walk may break where nothing is wrong. What it has not reached
   * is then walked by new tours. A tour that breaks before its first edge has failed: it came there by the shortest path.
   */
  async function walkTour(tour: Tour): Promise<void> {
    const progress = { leg: 0 }
    try {
      await walk(tour, progress)
    } catch (cause) {
      const unreached = [...tour.firsts].filter(([leg]) => leg >= progress.leg).map(([, edge]) => edge)
      const [first] = unreached
      if (!first) throw cause
      if (unreached.length === tour.firsts.size)
        throw new Error(`${tell(first, fixture)}\n${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      for (const rest of toursOver(edges, fixture, unreached)) await walkTour(rest)
    }
  }

  /** @param progress is told which leg is walked. */
  async function walk({ given, from, legs }: Pick<Edge, 'given' | 'from' | 'legs'>, progress = { leg: 0 }): Promise<void> {
    cleanup()
    let heard: AnyEventObject[] = []
    let sent: string[] = []
    let emitted: AnyEventObject[] = []
    const actor = createActor(played, {
      input: fixture.inputs[given],
      clock: new SimulatedClock(),
      inspect: (seen) => {
        if (seen.type === '@xstate.microstep') for (const taken of seen._transitions) walked.add(nameEdge(taken))
        if (seen.type !== '@xstate.event') return
        heard.push(seen.event)
        if (seen.sourceRef === actor && seen.event.type !== 'xstate.init')
          sent.push(`${addressee(seen.actorRef)}: ${seen.event.type}`)
      },
    })
    actor.on('*', (fact) => emitted.push(fact))
    actor.start()
    // It renders everything twice: in the short form the first walk shows that the view bears it.
    render(fixture.view(actor), { reactStrictMode: isFullForm || begun.size <= 1 })
    // In the short form nothing says what a pointer cannot reach (`cheap-style.setup.ts`).
    const pointerEventsCheck = isFullForm ? PointerEventsCheckLevel.EachApiCall : PointerEventsCheckLevel.Never
    const user = userEvent.setup({ delay: null, pointerEventsCheck })
    if (legs.length === 0) expect(keyOf(actor.getSnapshot(), fixture), `how it opens with ${given}`).toBe(keyOf(from, fixture))
    lookUnlessSeen(given, actor.getSnapshot())
    for (const [leg, { move, state }] of legs.entries()) {
      progress.leg = leg
      const before = actor.getSnapshot()
      heard = []
      sent = []
      emitted = []
      used.add(move.uses)
      await move.happen(actor, user)
      const after = actor.getSnapshot()
      expect(heard, `what the machine hears of: ${move.story}`).toContainEqual(expect.objectContaining(move.event))
      expect(keyOf(after, fixture), `where it is after: ${move.story}`).toBe(keyOf(state, fixture))
      lookUnlessSeen(`${keyOf(before, fixture)} ${move.story}`, after)
      obey({ before, event: move.event, after, sent, emitted })
    }
  }

  function lookUnlessSeen(edge: string, snapshot: AnyMachineSnapshot): void {
    if (!isFullForm && lookedAt.has(edge)) return
    whileNothingChanges(() => look(snapshot))
    lookedAt.add(edge)
  }

  function look(snapshot: AnyMachineSnapshot): void {
    for (const leaf of leavesOf(snapshot.value)) {
      used.add(leaf)
      const assertion = fixture.assertions[leaf]
      if (typeof assertion !== 'function') throw new Error(`the fixture has no assertion for ${leaf}`)
      assertion(snapshot)
    }
    const owned: (HTMLElement | null)[] = []
    const heard = new Map<string, boolean>()
    const isHeard = (type: string) => {
      const is = heard.get(type) ?? drivers.some(({ event }) => event.type === type && snapshot.can(event))
      heard.set(type, is)
      return is
    }
    for (const { event, says, find, behind } of drivers) {
      const control = find()
      owned.push(control)
      const may = snapshot.status === 'active' && isHeard(event.type) && !behind?.(snapshot)
      if (isEnabled(control) !== may)
        expect(isEnabled(control), `whether, in ${nameState(snapshot, fixture)}, a person can: ${says}`).toBe(may)
    }
    expectNoUnownedControls(owned)
    for (const { id, src, input } of openActors(snapshot)) {
      expect(input, `what ${id} is asked`).toEqual(known(fixture.answers[src]?.asks, snapshot))
    }
  }

  /** What a person could use although nothing in the fixture answers for it. @param driven what belongs to events. */
  function expectNoUnownedControls(driven: readonly (HTMLElement | null)[]): void {
    const owned = [...driven]
    for (const exit of fixture.exits ?? []) {
      const links = screen.queryAllByRole('link', { name: exit })
      owned.push(...links)
      if (links.length > 0) used.add(exit)
    }
    const rooms = (fixture.parts ?? []).flatMap((name) => {
      const found = [...screen.queryAllByRole('group', { name }), ...screen.queryAllByRole('region', { name })]
      if (found.length > 0) used.add(name)
      return found
    })
    const usable = controlRoles
      .flatMap((role) => screen.queryAllByRole(role))
      .filter((control) => isEnabled(control) && isReachable(control))
    // What only opens a menu of the page is the browser's; its entries are looked at like all others.
    const unowned = usable.filter(
      (control) =>
        !owned.includes(control) && !control.hasAttribute('popovertarget') && !rooms.some((room) => room.contains(control)),
    )
    expect(unowned.map(nameControl), 'controls that belong to no event').toEqual([])
  }

  function obey(step: Step<AnyMachineSnapshot>): void {
    for (const [sentence, invariant] of Object.entries(fixture.invariants ?? {})) {
      if (!invariant.when(step)) continue
      used.add(sentence)
      invariant.holds(step)
    }
  }
}

const controlRoles = ['button', 'link', 'menuitem', 'combobox', 'checkbox', 'switch', 'radio', 'textbox'] as const

function isEnabled(control: HTMLElement | null): boolean {
  return control !== null && !control.matches(':disabled, [aria-disabled="true"], [readonly], [aria-readonly="true"]')
}

const addressee = (actor: unknown) => (actor as { readonly id: string }).id

function nameControl(control: HTMLElement): string {
  return control.getAttribute('aria-label') ?? (control.textContent || control.outerHTML)
}
