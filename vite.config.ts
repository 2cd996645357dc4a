import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressed } from './scripts/vite/compressed.ts'
import { contractAsData } from './scripts/vite/contract-as-data.ts'
import { earlyPage } from './scripts/vite/early-page.ts'
import { ownProblems } from './scripts/vite/own-problems.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3001}`
const insiders = {
  always: ['/src/routes/Inside.tsx', '/src/services/auth/session.service.ts'],
  pages: {
    '/details/': '/src/routes/DetailsRoute.tsx',
    '/': '/src/routes/DashboardRoute.tsx',
  },
}

// What every page stands on, in one piece: cut finer it compresses worse.
const ground =
  /node_modules\/(react|react-dom|scheduler|styled-components|stylis|use-sync-external-store|@xstate\/react|xstate)\//

export default defineConfig({
  plugins: [react(), contractAsData(), ownProblems(), earlyPage(insiders), compressed()],
  // The server replaces this word in every page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'ground', test: ground }] } } },
  },
  server: {
    // Tests write there while a person looks at the page.
    watch: { ignored: ['**/reports/**'] },
    proxy: Object.fromEntries(
      ['/api', '/api-connectors', '/api-configs', '/sandbox', '/healthz', '/readyz', '/openapi.json'].map((path) => [path, api]),
    ),
  },
})
