#include "app/application.h"

int main(int argc, char** argv) {
    return headscope::ui::runApplication(argc, argv);
}
