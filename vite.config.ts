import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { flags } from './scripts/flags-plugin.ts'

/** What every page needs: in one file it compresses better than in several. */
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|i18next)\//

/** What most pages share. */
const SHARED = /(\/app\/|node_modules\/lucide-react\/)/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), flags()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'site', test: SHARED, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    // The server bundle's entry is our own: it wraps the framework's request handler (see server/app.ts).
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
})
