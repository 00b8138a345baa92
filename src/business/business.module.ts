import { Module } from '@nestjs/common';
import { BusinessHoursController } from './business-hours/business-hours.controller';
import { BusinessHoursService } from './business-hours/business-hours.service';
import { CategoriesController } from './categories/categories.controller';
import { CategoriesService } from './categories/categories.service';
import { LocationsController } from './locations/locations.controller';
import { LocationsService } from './locations/locations.service';
import { ResourcesController } from './resources/resources.controller';
import { ResourcesService } from './resources/resources.service';

/** The features that no other feature needs. */
@Module({
  controllers: [BusinessHoursController, CategoriesController, LocationsController, ResourcesController],
  providers: [BusinessHoursService, CategoriesService, LocationsService, ResourcesService],
})
export class BusinessModule {}
