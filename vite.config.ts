import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { belowPath } from './scripts/vite/below-path.ts'
import { compressed } from './scripts/vite/compressed.ts'
import { contractAsData } from './scripts/vite/contract-as-data.ts'
import { earlyPage } from './scripts/vite/early-page.ts'
import { noPrefixes } from './scripts/vite/no-prefixes.ts'
import { ownKeywords } from './scripts/vite/own-keywords.ts'
import { ownProblems } from './scripts/vite/own-problems.ts'
import { runtimeInside } from './scripts/vite/runtime-inside.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3001}`
const insiders = {
  always: ['/src/app/AuthenticatedApp.tsx', '/src/services/auth/session.service.ts'],
  pages: {
    '/details/': '/src/views/connectors/details/DetailsRoute.tsx',
    '/dashboard': '/src/app/DashboardPage.tsx',
  },
}

// What every page stands on, in one piece: cut finer it compresses worse.
const ground = [
  /node_modules\/(react|react-dom|scheduler|styled-components|stylis|use-sync-external-store|@xstate\/react|xstate)\//,
  /node_modules\/wouter\/src\/(use-sync-external-store|react-deps|use-browser-location)\.js$/,
  /\/src\/(services\/kit\/address\/base|views\/kit\/browser-location)\./,
  /\/contract\/(problem-catalogue|kit\/problem|kit\/problem-entry|builder\/builder-problems)\.ts$/,
  /\/src\/(theme\/|machines\/kit\/unprovided-actor\.|services\/kit\/actor\.|views\/kit\/(format\/language|controls\/(Button|Field|Labelled|Link)|feedback\/ProblemBox|layout\/FocusOnArrival)\.)/,
  // The entry stands on these: in another piece they would bring it along.
  /vite\/preload-helper|\/contract\/kit\/without-end\.ts$/,
  /\/src\/(machines|services)\/auth\/(sign-in\/)?session\.(machine|selectors|storage|actors)\./,
  /\/src\/views\/(kit\/(feedback\/Spinner|layout\/Logo|controls\/icon-face)|auth\/(AuthForm|PasswordField|password-field|sign-in\/(session\.messages|Question|SignInForm)))\./,
  // An icon of the button behind the sign-in page needs it, which would bring everything inside along.
  /\/lucide-react\/dist\/esm\/(shared\/|createLucideIcon\.|Icon\.|context\.)/,
  /\/src\/(machines\/kit\/(known|problem)|services\/kit\/(page|inspection)|views\/kit\/(failure\.messages|actors\/use-machine|first-shown|feedback\/ErrorBoundary))\./,
]
// The button of the passkey, loaded behind the sign-in page.
const passkey = [
  /\/src\/(views\/auth\/sign-in\/(PasskeyRoute|PasskeyButton|passkey\.messages)|(machines|services)\/auth\/(sign-in\/passkey-sign-in|passkey\.actors))/,
  /\/lucide-react\/dist\/esm\/icons\/key-round\./,
]
// What the dashboard's list is made of, and every other list with it.
const rows = [
  /\/src\/views\/kit\/(layout\/(table-frame|ListParts)|text\/(Moment|TextWithTimestamps|use-now)|feedback\/(StatusPill|EmptyState))\./,
  /\/lucide-react\/dist\/esm\/icons\/(arrow-down|arrow-up|circle|circle-dot|rocket|trash|trash-2)\.(m?js)$/,
  /\/src\/views\/(kit\/layout\/PageFrame|connectors\/details\/status-pills)\./,
  /\/src\/views\/(kit\/(list\.messages|format\/(listed|times))|connectors\/details\/connector-status\.messages)\./,
  /\/src\/views\/kit\/(layout\/(Stats|Toolbar)|text\/RelativeTime|feedback\/(StatusDot|RetryAlert)|identity\/Monogram)\./,
  /\/src\/views\/kit\/(menu\/|controls\/(FilterChips|LinkButton|search-box|tick)\.)/,
  /\/src\/views\/connectors\/(list\/system-name|runs\/(run-status|error-sentence|transaction\.messages))\./,
  /\/lucide-react\/dist\/esm\/icons\/(check|plus|copy|ellipsis)\.(m?js)$/,
  /\/src\/services\/(analytics\/time-filter|kit\/address\/address)\.service\./,
  // What the dashboard takes of the parts of other pages; the rest of them it does without.
  /\/src\/services\/connectors\/runs\/run-starts\./,
  /\/src\/views\/kit\/(LazySection|NearScreen|feedback\/toast|table\/use-columns)\.|\/contract\/kit\/graphql/,
  /\/src\/services\/kit\/(address\/|graphql\/graph-read|(table|text)-file\.service|with-title|idempotent-create|table\/)|\/src\/machines\/kit\/table\//,
  /\/src\/(views|services|machines)\/connectors\/details\/(head\/)?(Dupl|dupl|use-dupl)|\/contract\/connectors\/details\/duplicate\./,
]
// What speaks with the server, and what else is needed before anybody has signed in.
const calls = [/\/src\/services\/kit\/api-client\./]
// What is loaded once somebody has signed in, whatever the page.
const inside = [
  /\/src\/views\/kit\/actors\/use-access\./,
  /\/src\/app\/(AuthenticatedApp|NotFoundGuard|pages)\.|\/src\/services\/auth\/session\.service\./,
  /\/src\/views\/shell\/pages\/Home\./,
]
// What is loaded behind the first page: the watch over the session, the bell and the button of the assistant.
const later = [
  /\/src\/app\/(SessionClockMount|AssistantButton)\.|\/src\/views\/(alerts\/(Alert|Alarm)Bell|assistant\/RoundButton|auth\/sign-in\/SessionClock)/,
  /\/src\/(machines|services)\/(shell|auth\/sign-in)\/session-clock|\/src\/(machines|services)\/alerts\/alarm-bell\./,
  /\/src\/views\/kit\/(feedback\/(ConfirmedAction|HeaderPopover)|text\/Remaining|use-snapshot|settings\.messages)\./,
  /\/src\/views\/alerts\/(bell-counts|bell\.messages)|\/contract\/(alerts\/bell|account\/notifications)\.|\/services\/account\/notifications\.service\./,
  /\/src\/services\/(alerts\/bell(?:-stream)?|kit\/graphql\/graphql-stream)\.|\/contract\/(account\/bell\.graphql|kit\/web-address)\./,
  /\/lucide-react\/dist\/esm\/icons\/(sparkles|bell)\.m?js$/,
]
// What most pages inside are made of besides.
const parts = [
  /\/src\/views\/kit\/(controls\/(FilterChips|LinkButton|Select|Tabs)|feedback\/(Banner|RetryAlert|StatusDot|toast)|identity\/Monogram)\./,
  /\/src\/views\/kit\/(layout\/(ListFrame|SectionHeader|Stats|Toolbar|ToolbarSelect|blocks)|text\/(Chip|KeyValue|Minute|RelativeTime|Sentence|ShortId)|use-place)\./,
  /\/lucide-react\/dist\/esm\/icons\/(chevron-down|download|pencil|play|pause|copy|plus)\.m?js$/,
  /\/contract\/kit\/time-range\.|\/src\/services\/kit\/(table|text)-file\.service\./,
  /\/src\/views\/kit\/LazySection\.|\/contract\/kit\/graphql/,
  /\/src\/(machines\/kit\/list\.|services\/kit\/(list\.actors|with-title|idempotent-))/,
  /\/src\/views\/connectors\/(runs\/(run\.messages|run-status|run-links|error-sentence|transaction\.messages)|list\/system-name|details\/head\/(Dupl|dupl|use-dupl))/,
]
// What a time is chosen with, and how figures are written: of the dashboard, of a connector and of the studio.
const times = [
  /\/contract\/analytics\/analytics\.|\/src\/views\/analytics\/(CustomRange|FilterBar|RangeFilter|analytics\.|time-filter\.)/,
  /\/src\/(machines\/analytics\/(time-filter|zoned|range)|services\/analytics\/time-filter\.actors)/,
]
// Figures with their charts.
const figures = [
  /\/src\/views\/(analytics\/|connectors\/list\/DashboardFiguresSection|kit\/charts\/|kit\/feedback\/Skeleton)/,
  /\/src\/(machines|services)\/analytics\//,
]
// Tables of which only the rows in sight are drawn.
const tables = [/node_modules\/@tanstack\/|\/src\/views\/kit\/layout\/Table\./]
// What shows the list of connectors first.
const dashboard = [
  /\/src\/app\/DashboardPage\.|\/src\/views\/connectors\/first-minute\//,
  /\/src\/views\/connectors\/list\/(Attention|ConnectorOverview|FewRows|LastRun|Dashboard(Route|Summary)|Overview(Cells|Row|Section|Table)|SparkLine|overview|use-choice)[.-]/,
  /\/src\/(machines|services)\/connectors\/list\/(overview|window|bulk-move\.selectors)/,
]
// All of its rows, and what moves many of them.
const moves = [
  /\/src\/views\/kit\/table\/(ColumnTools|ColumnChoice|CsvButton)\.|\/src\/views\/connectors\/list\/phone\/PhoneTools\./,
  /\/contract\/connectors\/list\/connector-bulk\.|\/src\/(machines|services)\/connectors\/list\/bulk-move\.(machine|actors|service)\./,
]
// What a connector is, as the server answers it: of its page and of the studio.
const connector = [
  /\/contract\/connectors\/(details|runs|deployments)\/|\/src\/services\/connectors\/details\/connector\.service\./,
  /\/src\/views\/connectors\/details\/(flow\/(steps|flow\.messages)|health-pill)\.|\/contract\/connectors\/problems\/problem-group\./,
  /\/src\/services\/connectors\/(details\/(reading|details)|runs\/run)\.service\.|\/src\/services\/connectors\/triggers\/watch-moves\./,
]
// What pages with forms are made of besides.
const forms = [
  /\/contract\/kit\/zone\./,
  /\/src\/views\/kit\/(controls\/(TextArea|Choice|Segmented|Disclosure)|text\/CodeRegion|layout\/StickyFooter|feedback\/progress-bar)\.|\/src\/machines\/kit\/request\./,
  /\/src\/views\/kit\/text\/IdentityHint\./,
  /\/src\/services\/kit\/clipboard\.service\.|\/src\/views\/kit\/controls\/(pager-row|Pager|NumberedPager)\./,
]
// What dialogs with an entry are made of. In a larger piece dozens of pages would load the builder for it.
const entries = [
  /\/src\/(machines\/kit\/(differences|entry-dialog|field-fault)|services\/kit\/document\.service|views\/kit\/controls\/on-pointer-up)\./,
]
// Gateways and private endpoints, of the settings, the builder and the admin console.
const network = [
  /\/contract\/settings\/network\/|\/src\/(machines\/settings\/(gateway|endpoint)-entry|services\/settings\/private-network)\./,
]
// What the builder shares with the library, the studio and the list of drafts.
const shared = [
  /\/contract\/(connectors\/config\/(?!rhythm|unused-settings)|builder\/suggestions\/value-at)|\/src\/machines\/builder\/(lists\/(canonical|listed-at|seen-lists)|mapping\/(rows|lines|tree)|review\/required|enrichment\/look-up-records|systems\/record-shape|draft\/steps)\./,
  /\/src\/views\/(kit\/text\/finding-text|builder\/review\/review\.messages)\./,
  /\/src\/(views\/builder\/(draft\/builder-step|systems\/(form-parts|ExchangeView))|services\/builder\/mapping-rule\.service)\./,
]
// When a schedule starts next.
const schedules = [/node_modules\/croner\/|\/contract\/connectors\/config\/rhythm\./]
// What a deployment shows while it is under way: of the review and of the page of a connector.
const deploying = [
  /\/src\/(machines|services|views)\/connectors\/deployments\/(deployment|reading-question|Deployment|ReadingQuestion)/,
]
// The review of a draft, and what other pages show of a dry run.
const trial = [/\/src\/views\/builder\/(review\/(TrialParts|TrialTable)|mapping\/rule-meaning)/]
// What is shown once a draft is reviewed.
const review = [/\/src\/views\/builder\/review\/(ReviewStep|ChangesMount)\./]
// Records one by one: of the studio, of problems and of transactions.
const records = [
  /\/contract\/studio\/(replay-endpoints|investigation)\.|\/src\/services\/(studio\/investigation|connectors\/runs\/(transaction|record-file))\.service\./,
  /\/src\/machines\/connectors\/runs\/record-choice\.|\/src\/views\/kit\/feedback\/SideSheet\./,
]
// The editor of JSON, and what is asked of its text before it is loaded.
const json = [/\/src\/(views\/kit\/json\.messages|machines\/kit\/json-read|views\/kit\/controls\/drop-zone)\./]
const pane = [/\/src\/views\/kit\/json\/(pane|JsonEditor|JsonView)\./]
const configEditor = [
  /\/src\/views\/studio\/config-editor\/|\/lucide-react\/dist\/esm\/icons\/(rotate-ccw-clock|git-commit-vertical)\./,
]
// The builder: what each step needs, and the steps one by one.
const builder = [
  /\/src\/(views|machines)\/builder\/draft\/(?!NextRuns|Creation|creation)|\/src\/services\/builder\/builder\.|\/contract\/builder\/[\w-]+\.ts$/,
  /\/src\/machines\/builder\/(systems\/side-|enrichment\/enrichment-records\.)/,
]
const sides = [
  /\/src\/(views|machines)\/builder\/(systems|lists)\/(?!.*(FieldTable|ExchangeView|Dialog|OpenApi|open-api|openapi|curl|Demo|demo|side-imports|OperationList|ChosenOperation))/,
  /\/src\/services\/builder\/(probe|list-processing|paging)\./,
]
const mapping = [
  /\/src\/(views|machines)\/builder\/mapping\/(?!canvas|RuleSheet|RuleForm|RulePreview|FieldPicker|rule-meaning)|\/src\/services\/builder\/mapping/,
]
// The page of a connector.
const details = [/\/src\/app\/DetailsPage\.|\/src\/views\/connectors\/details\/(DetailsRoute|DetailsTabsSection|head\/Connector)/]
const among = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

export default defineConfig({
  plugins: [
    react(),
    contractAsData(),
    ownProblems(),
    ownKeywords(),
    noPrefixes(),
    earlyPage(insiders),
    runtimeInside('ground'),
    belowPath(),
    compressed(),
  ],
  // The server replaces this word in every page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first page names every part, and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'ground', test: among(ground), priority: 1 },
            { name: 'passkey', test: among(passkey), priority: 1 },
            { name: 'inside', test: among([...calls, ...rows, ...inside]) },
            { name: 'parts', test: among([...later, ...parts]) },
            { name: 'times', test: among(times) },
            { name: 'figures', test: among(figures) },
            { name: 'tables', test: among(tables) },
            { name: 'dashboard', test: among(dashboard) },
            { name: 'moves', test: among(moves) },
            { name: 'connector', test: among([...connector, ...deploying]) },
            { name: 'forms', test: among([...forms, ...entries, ...network]) },
            { name: 'schedules', test: among(schedules) },
            { name: 'shared', test: among(shared) },
            { name: 'builder', test: among(builder) },
            { name: 'trial', test: among(trial) },
            { name: 'sides', test: among(sides) },
            { name: 'mapping', test: among(mapping) },
            { name: 'review', test: among(review) },
            { name: 'records', test: among(records) },
            { name: 'json', test: among(json) },
            { name: 'pane', test: among(pane) },
            { name: 'config-editor', test: among(configEditor) },
            { name: 'details', test: among(details) },
          ],
        },
      },
    },
  },
  server: {
    // Tests write there while a person looks at the page.
    watch: { ignored: ['**/reports/**'] },
    proxy: Object.fromEntries(
      ['/api', '/api-connectors', '/api-configs', '/sandbox', '/healthz', '/readyz', '/openapi.json'].map((path) => [path, api]),
    ),
  },
})
