import { Option, SubCommand } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { ProgressBar } from '../../../platform/cli/progress-bar';
import { zoneRulesVersion } from '../../../platform/time/zones/zone-rules';
import { type Moved, ZONE_REVIEW, ZoneReview } from '../zone-review';
import { JsonReport, type ReviewReport, TextReport } from './review-report';

/** As of an import: something is left that was not done. */
const SOME_LEFT = 3;

@SubCommand({
  name: 'review',
  description:
    'List, or move, the appointments to come that changed zone rules have taken from their wall clock',
})
export class ReviewZonesCommand extends CliCommand {
  @Option({
    flags: '--apply',
    description: 'move them, but for those whose time is taken; exit code 3 if there are such',
  })
  parseApply(): boolean {
    return true;
  }

  async run(_: string[], { apply = false }: { readonly apply?: boolean }): Promise<void> {
    await this.services.use(async (services) => {
      const review = services.get(ZoneReview);
      const moved = apply ? await this.apply(review) : undefined;
      const report = this.report(moved);
      await review.list(report);
      await report.end();
      if (apply && report.count > 0) process.exitCode = SOME_LEFT;
    }, ZONE_REVIEW);
  }

  private async apply(review: ZoneReview): Promise<Moved> {
    const bar = new ProgressBar('moved');
    try {
      return await review.apply((done, total) => {
        if (!this.isJson) bar.show(done, total);
      });
    } finally {
      bar.end();
    }
  }

  /** @param moved undefined: nothing was to be moved */
  private report(moved: Moved | undefined): ReviewReport {
    const facts = { zoneRules: zoneRulesVersion(), moved };
    const write = (part: string) => this.write(part);
    return this.isJson ? new JsonReport(facts, write) : new TextReport(facts, write);
  }
}
