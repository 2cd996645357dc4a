/** What `npm run t` runs and what `npm run where` prints, for the files of this project. */
import { existsSync, globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandsFor, testsFor } from '../../../scripts/t.ts'
import { featuresIn, filesOf } from '../../../scripts/where.ts'

const files = globSync('{contract,src,server,tests}/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))
const vitest = 'node_modules/vitest/vitest.mjs'

describe('npm run t', () => {
  it('finds a test by its path, by a part of it, and by what it tests', () => {
    expect(testsFor('tests/unit/connectors/overview.test.ts', files)).toEqual(['tests/unit/connectors/overview.test.ts'])
    expect(testsFor('connectors/list/overview.test', files)).toEqual(['tests/model/connectors/list/overview.test.tsx'])
    expect(testsFor('src/machines/connectors/list/overview.machine.ts', files)).toEqual(
      expect.arrayContaining(['tests/model/connectors/list/overview.test.tsx', 'tests/unit/connectors/overview.test.ts']),
    )
    expect(testsFor('src/machines/alerts/alarm.machine.ts', files)).toContain('tests/model/alerts/alarm.test.tsx')
    expect(testsFor('no-such-test', files)).toEqual([])
  })

  it('runs each with its project, and browser tests with Playwright', () => {
    const [unit, model, browser] = [
      'tests/architecture.test.ts',
      'tests/model/kit/list.test.tsx',
      'tests/e2e/kit/journey.spec.ts',
    ]
    expect(commandsFor([unit, model, browser], ['-t', 'opens'])).toEqual([
      [vitest, 'run', '--project', 'unit', '--project', 'model', unit, model, '-t', 'opens'],
      ['node_modules/playwright/cli.js', 'test', browser, '-t', 'opens'],
    ])
    expect(commandsFor([browser], [])).toHaveLength(1)
    for (const path of [vitest, 'node_modules/playwright/cli.js']) expect(existsSync(path), path).toBe(true)
  })
})

describe('npm run where', () => {
  it('names every file in the folders of a feature', () => {
    for (const feature of ['alerts', 'connectors/list']) {
      const found = filesOf(feature, files)
      const listed = [...found.values()].flat()
      const expected = files.filter(
        (file) => file.startsWith(`src/machines/${feature}/`) || file.startsWith(`tests/model/${feature}/`),
      )
      expect(expected.length).toBeGreaterThan(1)
      expect(listed).toEqual(expect.arrayContaining(expected))
      expect([...found.keys()].slice(0, 2)).toEqual([`contract/${feature}`, `src/machines/${feature}`])
    }
    expect(filesOf('no-such-feature', files).size).toBe(0)
  })

  it('knows the features', () => {
    expect(featuresIn(files)).toEqual(expect.arrayContaining(['alerts', 'auth', 'connectors', 'settings']))
    expect(featuresIn(files).filter((name) => name.includes('.'))).toEqual([])
  })
})
